// Writes docs/errors.md from the table of all codes and from the type of the error.
import { errorCodes } from './errorCodes.mjs';
import { cell, page } from './reference.mjs';
import { fieldsOf, skips } from './typeFields.mjs';

const skipped = {
  outcomes: ['not_sent', 'unknown'],
  when: 'A question or a fallback channel that was [skipped](outputs.md#skipped-messages). `unknown`: a message on an earlier channel may still arrive.',
};
const skipCodes = skips().map(({ outcome }) => [outcome, skipped]);

const codes = [...Object.entries(errorCodes), ...skipCodes].map(([code, { outcomes, when, only }]) => {
  const place = only === undefined ? '' : ` (${only})`;
  return `| \`${code}\`${place} | ${outcomes.map((outcome) => `\`${outcome}\``).join(', ')} | ${cell(when)} |`;
});

page(
  'errors.md',
  [
    '# Errors',
    '',
    'What you get when a message fails, and every error code. Made from the code by `npm run docs`.',
    '',
    '## Where the error is',
    '',
    '| | |',
    '|---|---|',
    '| n8n, *On Error: Continue* | `error` (the `message` below) and `errorDetails` (the other fields) of the item, beside its own fields and files, `channel` and `to` |',
    '| n8n, the error output | `error` of the item, beside its own fields and files: an object with `message` and the other fields, `channel` and `to`. n8n itself lets nothing else through |',
    '| n8n, error workflow | `execution.error.message` and `.description`; code, outcome, request ID and `raw` are in its `context` |',
    '| n8n, tool of an AI agent | what the agent reads: `error`, `outcome`, `advice`, `code`, `requestId` |',
    '| Node-RED, second output | `msg.error` |',
    '| Node-RED, *catch* node | `msg.error.message`; the rest in `msg.error.cause` (Node-RED 3.1 and later) |',
    '',
    '## Fields',
    '',
    '| Field | |',
    '|---|---|',
    ...fieldsOf('core/client/outcome/errors.ts', 'ErrorData').map(
      ({ name, text }) => `| \`${name}\` | ${cell(text)} |`,
    ),
    '',
    '## Outcomes',
    '',
    'Decide by `outcome` whether to send again, and by `code` what to correct.',
    '',
    '| Outcome | | Send again? |',
    '|---|---|---|',
    '| `not_sent` | The message never reached the service, or the call sends none, as a query. | yes |',
    '| `rejected` | The service refused it; it was not sent. | after the cause is corrected |',
    '| `unknown` | It may have been sent. The package never resends it. | only after you have looked in the portal |',
    '',
    '## Codes',
    '',
    'Each error says what to do. If the service gives a code of its own, `code` is that one. A code with a platform in brackets exists only there.',
    '',
    '| Code | Outcome | When |',
    '|---|---|---|',
    ...codes,
    '',
  ],
  'the code',
);
