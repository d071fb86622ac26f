// Not published, so the rules that protect n8n's cloud (imports, timers, processes) and n8n's error display do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default [
  ...configWithoutCloudSupport,
  {
    files: ['**/*.ts'],
    rules: {
      '@n8n/community-nodes/no-dangerous-functions': 'off',
      '@n8n/community-nodes/require-node-api-error': 'off',
    },
  },
];
