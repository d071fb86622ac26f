// Never published, so the rules that protect n8n's cloud (imports, timers, processes) do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default [
  // What is compared with, and no package.
  { ignores: ['package.json'] },
  ...configWithoutCloudSupport,
  {
    files: ['**/*.ts'],
    rules: {
      'no-console': 'off',
      '@n8n/community-nodes/no-dangerous-functions': 'off',
    },
  },
];
