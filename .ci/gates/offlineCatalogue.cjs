// Loaded into node-red-dev before it starts: answers its questions about the catalogue (with an empty one, for it is often out of
// reach) and about node-red (from npm, with npm's settings). Everything else is left alone.
const { execFileSync } = require('node:child_process');
const Module = require('node:module');

function nodeRedOnNpm() {
  const output = execFileSync('npm', ['view', 'node-red', 'dist-tags', 'engines', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { 'dist-tags': tags, engines } = JSON.parse(output);
  return { 'dist-tags': tags, versions: { [tags.latest]: { engines } } };
}

const load = Module._load;
Module._load = function loadWithAnswers(request, parent, ...rest) {
  const loaded = load.call(this, request, parent, ...rest);
  if (request !== 'axios' || !parent?.filename.includes('node-red-dev')) return loaded;
  return Object.assign(Object.create(loaded), {
    get: async (url) => {
      if (url.startsWith('https://catalogue.nodered.org/')) return { data: { modules: [] } };
      if (url.endsWith('/node-red')) return { data: nodeRedOnNpm() };
      return await loaded.get(url);
    },
  });
};
