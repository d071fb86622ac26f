#!/bin/sh
# Starts what its container is for: PostgreSQL if it has the settings of PostgreSQL's official image, a given command, or else nginx.
set -e
if [ -n "$POSTGRES_PASSWORD" ]; then
  chown postgres "$PGDATA"
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    echo "$POSTGRES_PASSWORD" >/tmp/password
    chown postgres /tmp/password
    su postgres -c "initdb --username=$POSTGRES_USER --pwfile=/tmp/password --auth=scram-sha-256 -D $PGDATA"
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    echo "CREATE DATABASE \"$POSTGRES_DB\"" >/tmp/create.sql
    su postgres -c "postgres --single -D $PGDATA postgres </tmp/create.sql"
  fi
  exec su postgres -c "exec postgres -D $PGDATA -c listen_addresses='*'"
fi
if [ "$1" = redis-server ]; then
  cd /data
  exec "$@" --bind 0.0.0.0 --protected-mode no
fi
exec nginx -g 'daemon off;'
