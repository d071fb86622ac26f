// A node of the tests, loaded by Node-RED itself: it reports to the test process over IPC what happens inside the runtime, and accepts
// messages to inject. Plain JavaScript, because Node-RED loads it.
const { inspect } = require('node:util');

const tell = (event) => {
  try {
    process.send?.(event);
  } catch (error) {
    // A message that contains functions or sockets cannot be sent over IPC.
    process.send?.({ ...event, msg: { _msgid: event.msg?._msgid, unclonable: String(error) } });
  }
};

module.exports = (RED) => {
  // Records what arrives; wire it to an output.
  RED.nodes.registerType('probe-sink', function (definition) {
    RED.nodes.createNode(this, definition);
    this.on('input', (msg, _send, done) => {
      const { req: _req, res: _res, ...rest } = msg;
      tell({ kind: 'message', id: this.id, msg: rest });
      done();
    });
  });

  // Records what debug nodes show, to observe the examples.
  RED.hooks.add('onReceive.probe', ({ msg, destination }) => {
    if (destination.node.type !== 'debug') return;
    const { req: _req, res: _res, ...rest } = msg;
    tell({ kind: 'message', id: destination.id, msg: rest });
  });
  RED.events.on('node-status', ({ id, status }) => tell({ kind: 'status', id, status }));
  RED.events.on('flows:started', () => tell({ kind: 'started' }));
  RED.hooks.add('onComplete.probe', ({ msg, error, node }) => {
    if (!node.node.type.startsWith('messaging-')) return;
    tell({ kind: 'complete', id: node.id, msgid: msg._msgid, error: error && describe(error) });
  });
  RED.server.on('listening', () => tell({ kind: 'listening', port: RED.server.address().port }));

  // The test process is gone.
  process.on('disconnect', () => process.exit());
  process.on('message', (command) => {
    if (command.inject !== undefined) {
      const node = RED.nodes.getNode(command.inject);
      for (const msg of command.messages) node.receive(msg);
    }
    // A message that cannot be sent over IPC is created here.
    if (command.make !== undefined) RED.nodes.getNode(command.make).receive(new Function(command.code)());
    if (command.echo !== undefined) tell({ kind: 'echo' });
    if (command.memory !== undefined) {
      global.gc();
      tell({ kind: 'memory', bytes: process.memoryUsage().heapUsed });
    }
  });
};

function describe(error) {
  const { message, code, outcome, status, details, requestId, advice, description, cause } = error;
  // The whole error, including hidden properties, to search it for secrets.
  const inspected = inspect(error, { depth: Infinity, showHidden: true, getters: true });
  return { message, code, outcome, status, details, requestId, advice, description, cause, inspected };
}
