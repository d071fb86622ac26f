// Never published, so the rules that protect n8n's cloud (imports, timers, process) do not apply here.
import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

export default configWithoutCloudSupport;
