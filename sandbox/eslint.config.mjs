// Not published, so the rules that protect n8n's cloud (imports, timers, processes) and n8n's error display do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

/** The rules for TypeScript hold for the phone page too. */
const withTsx = configWithoutCloudSupport.map((entry) =>
  entry.files?.includes('**/*.ts') ? { ...entry, files: ['**/*.ts', '**/*.tsx'] } : entry,
);

export default [
  ...withTsx,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@n8n/community-nodes/no-dangerous-functions': 'off',
      '@n8n/community-nodes/require-node-api-error': 'off',
    },
  },
];
