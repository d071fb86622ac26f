// Which part may import which: `npm run lint` runs this beside n8n's own rules, whose file may not be changed.
import { configWithoutCloudSupport as n8ns } from '@n8n/node-cli/eslint';

const { parser } = n8ns.find(({ languageOptions }) => languageOptions?.parser).languageOptions;
const importX = n8ns.find(({ plugins }) => plugins?.['import-x']).plugins['import-x'];
const { settings } = n8ns.find((each) => each.settings?.['import-x/resolver-next']);

/** Layers from the bottom up: each may import itself and those before it. */
const layers = [
  [
    'core/{reading,json,clock,boundedMap,literalPattern}.ts',
    'core/errors/**',
    'core/sms/**',
    'core/contract/**',
    'core/sendingWindow*.ts',
    'core/receive/**',
    'core/client/outcome/**',
    'core/client/calls/**',
    'core/client/request/**',
    'core/client/answers/**',
    'core/client/*.ts',
    'core/plan/**',
    'core/{ask,forms}/**',
    'core/steps/**',
    '{credentials,nodes}/*.ts',
    'nodes/MessagingService/fields/**',
    'nodes/MessagingService/transport/**',
    'nodes/MessagingService/wait/**',
    'nodes/MessagingService/actions/**',
  ],
  [
    'core/**',
    'node-red/errors/**',
    'node-red/settings/**',
    'node-red/{outcome,message}/**',
    'node-red/{service,journal}/**',
    'node-red/calls/**',
    'node-red/work/**',
    'editor/**',
  ],
];

/** Parts that know nothing of each other. */
const strangers = [
  ['core/**', ['nodes', 'credentials', 'node-red', 'editor', 'sandbox']],
  ['{nodes,credentials}/**', ['node-red', 'editor', 'sandbox']],
  ['node-red/**', ['nodes', 'credentials', 'editor', 'sandbox']],
  ['editor/**', ['nodes', 'credentials', 'sandbox']],
  ['sandbox/**', ['core', 'nodes', 'credentials', 'node-red', 'editor']],
];

const zones = [
  ...layers.flatMap((order) =>
    order
      .slice(0, -1)
      .map((layer, at) => ({ target: `./${layer}`, from: order.slice(at + 1).map((each) => `./${each}`) })),
  ),
  ...strangers.map(([part, others]) => ({ target: `./${part}`, from: others.map((each) => `./${each}/**`) })),
];

export default [
  { ignores: ['**/*.d.ts'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
    plugins: { 'import-x': importX },
    settings: {
      ...settings,
      'import-x/extensions': ['.ts', '.tsx'],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones, basePath: process.cwd() }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
    },
  },
  // A field of a form may hold a form.
  { files: ['editor/form/*.ts'], rules: { 'import-x/no-cycle': 'off' } },
];
