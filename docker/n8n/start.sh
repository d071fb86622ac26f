#!/bin/sh
# Starts n8n with the nodes of this image. At the first start of a volume, it also imports the account of the sandbox and two workflows.
set -e
here=$(dirname "$0")
data="${N8N_USER_FOLDER:-$HOME}/.n8n"
scope="$data/nodes/node_modules/@messaging-service"

mkdir -p "$scope"
ln -sfn "$here/package" "$scope/n8n-nodes-messaging-service"

if [ "${IMPORT_EXAMPLES:-false}" = true ] && [ ! -e "$data/.examples-imported" ]; then
  n8n import:credentials --input="$here/account.json"
  n8n import:workflow --separate --input="$here/workflows"
  n8n publish:workflow --id=firstSmsExample1
  n8n publish:workflow --id=questionExample1
  touch "$data/.examples-imported"
fi

exec n8n "$@"
