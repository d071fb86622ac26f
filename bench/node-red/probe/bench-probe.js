// Nodes of the benchmark, loaded by Node-RED itself. They measure inside Node-RED and tell one summary of a run, so that measuring costs
// next to nothing. Plain JavaScript, because Node-RED loads it.
const { readFileSync, writeFileSync } = require('node:fs');

const tell = (event) => process.send?.(event);

/** The run under way: one source starts it, one sink ends it. */
let run;

function residentBytes(name) {
  const line = readFileSync('/proc/self/status', 'utf8').match(new RegExp(`${name}:\\s+(\\d+) kB`));
  return Number(line[1]) * 1024;
}

function begin(count) {
  global.gc();
  writeFileSync('/proc/self/clear_refs', '5'); // from now on VmHWM is the peak of this run
  const usage = process.cpuUsage();
  run = { count, arrived: 0, delays: new Float64Array(count), heap: 0, rss: residentBytes('VmRSS'), usage };
  run.sampler = setInterval(() => {
    run.heap = Math.max(run.heap, process.memoryUsage().heapUsed);
  }, 20);
  run.begun = performance.now();
}

function finish(id) {
  const ms = performance.now() - run.begun;
  clearInterval(run.sampler);
  run.heap = Math.max(run.heap, process.memoryUsage().heapUsed);
  run.delays.sort();
  const { user, system } = process.cpuUsage(run.usage);
  const p99 = run.delays[Math.ceil(run.count * 0.99) - 1];
  const { heap, rss } = run;
  const peak = residentBytes('VmHWM');
  tell({ kind: 'message', id, msg: { ms, p99, heap, peak, rss, cpuMs: (user + system) / 1000 } });
}

module.exports = (RED) => {
  // Sends as many messages at once as it is told, each to another person; as one message that holds all of them when it is told so; none when
  // it is told 'none'.
  RED.nodes.registerType('bench-source', function (definition) {
    RED.nodes.createNode(this, definition);
    this.on('input', ({ count, send, text }, _send, done) => {
      begin(count);
      const at = performance.now();
      const message = (index) => {
        const to = `+4179${1_000_000 + index}`;
        if (send !== 'request') return { payload: `${text} ${index}`, to, at };
        const content = { type: 'Text', text: `${text} ${index}` };
        return { payload: { channel: 'Sms', from: 'Sandbox', to, content }, at };
      };
      if (send === 'array')
        this.send({ payload: Array.from({ length: count }, (_, index) => message(index)), at });
      else if (send !== 'none') for (let index = 0; index < count; index += 1) this.send(message(index));
      done();
    });
  });

  RED.nodes.registerType('bench-sink', function (definition) {
    RED.nodes.createNode(this, definition);
    this.on('input', (msg, _send, done) => {
      run.delays[run.arrived] = performance.now() - (msg.at ?? run.begun);
      run.arrived += 1;
      if (run.arrived === run.count) finish(this.id);
      done();
    });
  });

  // What axios alone allows: nothing is checked, tidied, read or reported; so many at once, the others wait in order.
  RED.nodes.registerType('bench-axios', function (definition) {
    RED.nodes.createNode(this, definition);
    const { url, atOnce } = definition;
    const http = require('axios').create({
      auth: { username: 'demo', password: 'demo' },
      maxRedirects: 0,
      proxy: false,
    });
    const waiting = [];
    let inFlight = 0;
    const next = () => {
      while (inFlight < atOnce && waiting.length > 0) {
        inFlight += 1;
        const { msg, send, done } = waiting.shift();
        http.post(url, msg.payload).then(({ data }) => {
          inFlight -= 1;
          send(Object.assign(msg, { payload: data }));
          done();
          next();
        }, done);
      }
    };
    this.on('input', (msg, send, done) => {
      waiting.push({ msg, send, done });
      next();
    });
  });

  RED.events.on('flows:started', () => tell({ kind: 'started' }));
  RED.server.on('listening', () => tell({ kind: 'listening', port: RED.server.address().port }));
  process.on('message', ({ inject, messages }) => {
    for (const msg of messages) RED.nodes.getNode(inject).receive(msg);
  });
};
