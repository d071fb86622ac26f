// Each test file runs all its modules anew. With this runtime, a worker compiles each of them only once, and not again for each file.
const { createRequire } = require('node:module');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Libraries without state and clock, which are not even run anew: in each file, they would take a second to read openapi.yaml. */
const shared = new Set(['ajv/dist/2020', 'ajv-formats', 'mime-types', 'transliteration', 'yaml']);

/**
 * In place of jest's AsyncLocalStorage, one for each file that never ends: every promise of the later files takes time for each of them, a fifth
 * of all. The tests of a file run one after the other.
 */
class CurrentTest {
  run(store, callback) {
    this.store = store;
    return callback();
  }

  getStore() {
    return this.store;
  }
}

/** What was compiled, by path. */
const compiled = new Map();

module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { coreModule, executor } = this;
    const { require: requireCore } = coreModule;
    coreModule.require = (name) => {
      const found = requireCore.call(coreModule, name);
      if (name !== 'node:async_hooks') return found;
      // The first that asks for it is jest.
      coreModule.require = requireCore;
      return { ...found, AsyncLocalStorage: CurrentTest };
    };
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
