// Writes docs/errors.md from the tables of all errors and from the type of the error.
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { cell, page } from './reference.mjs';
import { fieldsOf } from './typeFields.mjs';

const table = async (file) => await tsImport(path.join(import.meta.dirname, '..', file), import.meta.url);
const { faults } = await table('core/errors/texts.ts');
const { n8nFaults } = await table('nodes/texts.ts');
const { nodeFaults } = await table('node-red/errors/texts.ts');

const shown = (text) => cell(text.replace(/\.$/, '').replaceAll(/\{(\w+)\}/g, '*$1*'));

/** A sentence that is nothing but a value says less than the advice that follows it. */
const says = ({ text, advice }) => (text === '{problem}' ? `${shown(text)}. ${shown(advice)}` : shown(text));

const MOST_SENTENCES = 3;

const codes = new Map();
for (const [place, ofPlace] of Object.entries({ '': faults, ' (n8n)': n8nFaults, ' (Node-RED)': nodeFaults }))
  for (const [key, fault] of Object.entries(ofPlace)) {
    const code = key.replace(/\..*/, '');
    const known = codes.get(code) ?? { place, of: [] };
    codes.set(code, { ...known, of: [...known.of, fault] });
  }

function row([code, { place, of }]) {
  const outcomes = [...new Set(of.map(({ outcome = 'not_sent' }) => `\`${outcome}\``))].join(', ');
  // One that only goes on after another says nothing new.
  const isNew = ({ text }, index) =>
    !of.slice(0, index).some((other) => text.startsWith(other.text.replace(/\.$/, '')));
  const sentences = of.filter(isNew).map(says);
  if (sentences.length > MOST_SENTENCES) sentences.splice(MOST_SENTENCES, Infinity, '…');
  return `| \`${code}\`${place} | ${outcomes} | ${sentences.join('<br>')} |`;
}

page(
  'errors.md',
  [
    '# Errors',
    '',
    'Made from the code by `npm run docs`.',
    '',
    '## Where the error is',
    '',
    '| | |',
    '|---|---|',
    '| n8n, *On Error: Continue* | `error` (the `message` below) and `errorDetails` (the other fields) of the item, beside its own fields and files, `channel` and `to` |',
    '| n8n, the error output | `error` of the item, beside its own fields and files: an object with `message` and the other fields, `channel` and `to`. |',
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
    'Each error says what to do. If the service gives a code of its own, `code` is that one. A code with a platform in brackets exists only there. An error about several attempts, channels or messages has the worst of their outcomes.',
    '',
    '| Code | Outcome | What it says |',
    '|---|---|---|',
    ...[...codes].map(row),
    '',
  ],
  'the code',
);
