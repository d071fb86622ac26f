'use strict';
// A Redis context store for Node-RED, for the tests: each value as JSON under `<scope>:<name>`, as commonly used stores keep them.
const { createConnection } = require('node:net');

/** One connection; its replies come in the order of the commands. */
class Redis {
  constructor(port) {
    this.waiting = [];
    this.rest = Buffer.alloc(0);
    this.socket = createConnection(port, '127.0.0.1');
    this.socket.on('error', (error) => this.waiting.splice(0).forEach(({ reject }) => reject(error)));
    this.socket.on('data', (chunk) => {
      this.rest = Buffer.concat([this.rest, chunk]);
      for (let reply = this.next(0); reply !== undefined; reply = this.next(0)) {
        this.rest = this.rest.subarray(reply.end);
        const { resolve, reject } = this.waiting.shift();
        if (reply.value instanceof Error) reject(reply.value);
        else resolve(reply.value);
      }
    });
  }

  send(...words) {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    this.socket.write(`*${words.length}\r\n${parts.join('')}`);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** The reply that starts at this position, and where it ends; undefined if it is incomplete. */
  next(start) {
    const line = this.rest.indexOf('\r\n', start);
    if (line < 0) return undefined;
    const text = this.rest.toString('utf8', start + 1, line);
    const end = line + 2;
    switch (String.fromCharCode(this.rest[start])) {
      case '-':
        return { value: new Error(text), end };
      case '$': {
        const length = Number(text);
        if (length < 0) return { value: null, end };
        const value = this.rest.toString('utf8', end, end + length);
        return this.rest.length < end + length + 2 ? undefined : { value, end: end + length + 2 };
      }
      case '*': {
        const value = [];
        let at = end;
        for (let index = 0; index < Number(text); index += 1) {
          const entry = this.next(at);
          if (entry === undefined) return undefined;
          value.push(entry.value);
          at = entry.end;
        }
        return { value, end: at };
      }
      default:
        return { value: text, end };
    }
  }
}

module.exports = ({ port }) => {
  let redis;
  const answer = (promise, callback) =>
    promise.then(
      (values) => callback?.(null, ...values),
      (error) => callback?.(error),
    );
  return {
    open: async () => void (redis = new Redis(port)),
    close: async () => redis.socket.end(),
    delete: async () => undefined,
    clean: async () => undefined,
    get: (scope, key, callback) => {
      const names = [key].flat().map((name) => `${scope}:${name}`);
      const read = redis.send('MGET', ...names);
      void answer(
        read.then((values) => values.map((value) => (value === null ? undefined : JSON.parse(value)))),
        callback,
      );
    },
    set: (scope, key, value, callback) => {
      const values = Array.isArray(key) ? value : [value];
      const changes = [key]
        .flat()
        .map((name, index) =>
          values[index] === undefined
            ? redis.send('DEL', `${scope}:${name}`)
            : redis.send('SET', `${scope}:${name}`, JSON.stringify(values[index])),
        );
      void answer(
        Promise.all(changes).then(() => []),
        callback,
      );
    },
    keys: (scope, callback) => {
      const found = redis.send('KEYS', `${scope}:*`);
      void answer(
        found.then((names) => [names.map((name) => name.slice(scope.length + 1))]),
        callback,
      );
    },
  };
};
