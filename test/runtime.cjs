// Each test file runs all its modules anew. With this runtime, a worker compiles each of them only once, and not again for each file.
const { createRequire } = require('node:module');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Libraries without state and clock, which are not even run anew: in each file, they would take a second to read openapi.yaml. */
const shared = new Set(['ajv/dist/2020', 'ajv-formats', 'mime-types', 'transliteration', 'yaml']);

/** What was compiled, by path. */
const compiled = new Map();

module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    executor.compile = (source, filename) => {
      let known = compiled.get(filename);
      if (known?.source !== source) {
        // Lines and columns stay those of the source.
        const options = { filename, columnOffset: -head.length };
        known = { source, script: new Script(`${head}${source}\n})`, options) };
        compiled.set(filename, known);
      }
      const context = executor.environment.getVmContext();
      return context === null ? null : known.script.runInContext(context);
    };
  }

  requireModuleOrMock(from, name) {
    return shared.has(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
