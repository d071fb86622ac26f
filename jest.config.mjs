// One project per place the tests run in: `unit` needs nothing but Node.js, `node-red` starts real Node-RED runtimes from the built
// package, `n8n` a real n8n from test/hosts/n8n, `browser` a Chromium on top of both.
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
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.work/', '<rootDir>/test/hosts/.*/node_modules/'],
};

export default {
  // Real servers on a busy machine: a test that hangs is still found.
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/{core,sandbox,editor,package}/**/*.test.ts'],
    },
    {
      // The contract once more, on the newest zod: a Node-RED user gets that one, n8n brings 3.25.
      ...common,
      displayName: 'unit-zod4',
      testMatch: ['<rootDir>/test/core/contract/**/*.test.ts'],
      moduleNameMapper: { ...common.moduleNameMapper, '^zod/v4$': 'zod4/v4' },
    },
    { ...common, displayName: 'node-red', testMatch: ['<rootDir>/test/hosts/node-red/**/*.test.ts'] },
    { ...common, displayName: 'n8n', testMatch: ['<rootDir>/test/hosts/n8n/**/*.test.ts'] },
    // n8n's queue mode, with PostgreSQL and Redis.
    { ...common, displayName: 'queue', testMatch: ['<rootDir>/test/hosts/queue/**/*.test.ts'] },
    { ...common, displayName: 'browser', testMatch: ['<rootDir>/test/hosts/browser/**/*.test.ts'] },
  ],
};
