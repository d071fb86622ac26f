// Not published, so the rules that protect n8n's cloud (imports, timers, process) and n8n's error display do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default [
  ...configWithoutCloudSupport,
  {
    files: ['**/*.ts'],
    rules: {
      'no-console': 'off',
      '@n8n/community-nodes/no-dangerous-functions': 'off',
      '@n8n/community-nodes/no-hardcoded-secrets': 'off',
      '@n8n/community-nodes/require-node-api-error': 'off',
    },
  },
];
