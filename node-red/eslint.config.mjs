// Node-RED's package is not scanned by n8n, so the rules that protect n8n's cloud (imports, timers, processes) and n8n's own errors do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default [
  ...configWithoutCloudSupport,
  { files: ['**/*.ts'], rules: { '@n8n/community-nodes/require-node-api-error': 'off' } },
];
