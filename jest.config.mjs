import { availableParallelism } from 'node:os';

// One project per place the tests run in. test/README.md says which is which, what it needs, and how a test is added.
const common = {
  rootDir: import.meta.dirname ?? process.cwd(),
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // What is loaded only when it is needed must be named as the built file is.
  moduleNameMapper: { '^\\.\\./contract/index\\.js$': '<rootDir>/core/contract' },
  // Without the packages of node_modules, and what is built.
  roots: ['core', 'credentials', 'editor', 'node-red', 'nodes', 'sandbox', 'scripts', 'test'],
  runtime: '<rootDir>/test/runtime.cjs',
};

const isCi = process.env.CI === 'true';
// What starts many processes or tries much, only with CI=true.
const ignored = ['/node_modules/', ...(isCi ? [] : ['\\.ci(\\.smoke)?\\.test\\.ts$'])];

const unit = {
  ...common,
  testEnvironment: '<rootDir>/test/environment.ts',
  testPathIgnorePatterns: ignored,
};
const hosts = { ...common, testEnvironment: '<rootDir>/test/hosts/environment.ts' };

// With SMOKE=1, only what depends on the version of the platform; what takes long, only with NIGHTLY=1.
const platforms = {
  ...hosts,
  testPathIgnorePatterns: [
    ...ignored,
    ...(process.env.NIGHTLY === '1' ? [] : ['\\.nightly\\.test\\.ts$']),
    ...(process.env.SMOKE === '1' ? ['(?<!\\.smoke)\\.test\\.ts$'] : []),
  ],
};

export default {
  // Real servers on a busy machine: a test that hangs is still found. Browser tests set a shorter time, and those that take long a longer one.
  testTimeout: 240_000,
  testSequencer: '<rootDir>/test/sequencer.mjs',
  // Tests of platforms mostly wait; each worker compiles and warms up all code anew.
  maxWorkers: availableParallelism() + 1,
  projects: [
    {
      ...unit,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/{core,sandbox,editor,package,node-red,nodes}/**/*.test.ts'],
    },
    {
      // A part of the contract once more, with CI=true, on the newest zod: a Node-RED user gets that one, n8n brings 3.25.
      ...unit,
      testPathIgnorePatterns: isCi ? ignored : ['.'],
      displayName: 'unit-zod4',
      testMatch: ['<rootDir>/test/core/contract/{validate,message,template,interactive}.test.ts'],
      moduleNameMapper: { ...common.moduleNameMapper, '^zod/v4$': 'zod4/v4' },
    },
    {
      ...platforms,
      displayName: 'node-red',
      testMatch: ['<rootDir>/test/hosts/node-red/**/!(proxies).test.ts'],
    },
    { ...platforms, displayName: 'n8n', testMatch: ['<rootDir>/test/hosts/n8n/**/!(proxies).test.ts'] },
    { ...hosts, displayName: 'proxy', testMatch: ['<rootDir>/test/hosts/{node-red,n8n}/proxies.test.ts'] },
    { ...hosts, displayName: 'queue', testMatch: ['<rootDir>/test/hosts/queue/**/*.test.ts'] },
    { ...hosts, displayName: 'docker', testMatch: ['<rootDir>/test/hosts/docker/**/*.test.ts'] },
    { ...hosts, displayName: 'registry', testMatch: ['<rootDir>/test/hosts/registry/**/*.test.ts'] },
    { ...platforms, displayName: 'browser', testMatch: ['<rootDir>/test/hosts/browser/**/*.test.ts'] },
  ],
};
