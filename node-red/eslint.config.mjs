// Node-RED's package is not scanned by n8n, so the rules that protect n8n's cloud (imports, timers, processes) do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default [...configWithoutCloudSupport];
