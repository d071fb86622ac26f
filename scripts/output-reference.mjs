// Writes docs/outputs.md: what the nodes put out, from the types of the code.
import { page } from './reference.mjs';
import { fieldsOf, skips, words } from './typeFields.mjs';

/** An entry for each field of an interface. `inside` names the interfaces of fields whose own fields are named behind the text. */
function entries(file, name, { inside = {}, leave = [] } = {}) {
  return fieldsOf(file, name)
    .filter((field) => !leave.includes(field.name))
    .map((field) => {
      const nested = inside[field.name];
      const own = nested === undefined ? '' : ` ${namesOf(...nested)}`;
      return `- \`${withBrackets(field)}\`: ${field.text}${own}`;
    });
}

const withBrackets = ({ name, type }) =>
  `${name}${type.endsWith('[]') || type.startsWith('Array') ? '[]' : ''}`;
const namesOf = (file, name) =>
  `Its fields: ${fieldsOf(file, name)
    .map((field) => `\`${withBrackets(field)}\``)
    .join(', ')}.`;

const more = (...fields) => fields.map(([name, text]) => `- ${name}: ${text}`);

const section = (title, text, lines) => [`## ${title}`, '', ...(text === '' ? [] : [text, '']), ...lines, ''];

const result = 'core/client/outcome/result.ts';
const client = 'core/client/client.ts';
const outcomes = 'core/client/outcome/outcome.ts';
const events = 'core/receive/events.ts';
const shape = 'nodes/MessagingService/fields/output.ts';
const named = (names) => names.map((name) => `\`${name}\``).join(', ');

page(
  'outputs.md',
  [
    '# Outputs',
    '',
    'What comes out: in n8n as an item, in Node-RED as `msg.payload`. A field without a value is missing. Made from the code by `npm run docs`.',
    'For failures, see [errors](errors.md); for *Send and Wait*, the [n8n guide](n8n.md#what-comes-out).',
    '',
    ...section(
      'Message',
      '*Send*, *Send Batch*, *Reply*, *send message*, *send batch*. n8n keeps no fields of the input item, has `messageIds` and `recipients` only for several recipients, and an item in place of each of `parts`; Node-RED keeps all other properties.',
      [
        ...entries(result, 'Accepted', {
          leave: ['outcome', 'mediaIds', 'channel', 'attempts'],
          inside: {
            recipients: [result, 'RecipientResult'],
            pages: ['core/sms/countPages.ts', 'PageCount'],
          },
        }),
        ...more(
          [
            '`outcome`',
            '`accepted` or `valid` in Node-RED, or why the message was [skipped](#skipped-messages).',
          ],
          ['`channel`, `to`', 'n8n: channel and recipient.'],
          [
            '`sms`',
            'n8n, in place of `pages`: `encoding`, `pages`, `characters`, `truncated`, `outsideGsm`, and `charactersSent`, `cutText` if it is cut.',
          ],
          ['`mediaId`, `mediaIds[]`', 'n8n: the files that the node uploaded.'],
          [
            '`request`, `skipped`',
            'Node-RED, only if the node just checks (`outcome` is `valid`): what would be sent, and who would be skipped.',
          ],
        ),
      ],
    ),
    ...section('Skipped messages', 'A skipped message is not a failure. `outcome` says why it was skipped:', [
      ...skips().map(({ outcome, text }) => `- \`${outcome}\`: ${text}`),
    ]),
    ...section('Fallback channels', '', [
      ...more(
        ['`channel`', 'The channel that got through; `null` if no delivery was reported in time.'],
        [
          '`attempts[]`',
          `Each attempt. ${namesOf(outcomes, 'AttemptResult')} \`to\` and \`askedAt\` are only those of a question to several people. \`late\` marks a second delivery.`,
        ],
      ),
    ]),
    ...section('Check', 'n8n, an item for each message.', [
      ...more(
        ['`goesOut`, `problem`', 'Whether the message would be sent; if not, the [error](errors.md).'],
        ['`skipped[]`', 'Who would be skipped.'],
        ['`request`, `sms`, `notes[]`', 'What would be sent, as after *Send*.'],
      ),
    ]),
    ...section(
      'Status',
      '*Get Status*, *Get Batch Status* (an item for each message; both without `channel`, `rank` and `customerid`), *message status*, and the event of a trigger.',
      [
        ...entries(events, 'StatusEvent', { leave: ['event'] }),
        ...more(
          ['`requestId`', 'ID of the request, if the status was asked for.'],
          ['`event`', 'Always `status`, from a trigger.'],
          [
            '`batchId`, `messages[]`, `final`',
            'Node-RED, of a batch: its ID, the status of each message, and whether all are final.',
          ],
        ),
      ],
    ),
    ...section('Upload', '', [
      ...entries(client, 'UploadResult'),
      ...more([
        '`fileName`, `mimeType`, `size` (Node-RED: `bytes`), `notes[]` (n8n)',
        'The file as it was sent.',
      ]),
    ]),
    ...section('Balance', '', entries(client, 'BalanceResult')),
    ...section('Simplified', '', [`n8n's *Simplified* leaves out ${named(words(shape, 'DETAILS'))}.`]),
    ...section(
      'Ask',
      'Node-RED, with several people: in `msg.question`, and as `attempts` in `msg.error` of a question that reached nobody.',
      [
        ...more(['`answeredBy`', 'The number of the person who answered, or who got the link.']),
        ...more([
          '`asked[]`',
          'What became of the question to each person: `to`, `askedAt` and more as in [`attempts`](#fallback-channels).',
        ]),
      ],
    ),
    ...section(
      'Events',
      'Of *Messaging Service Trigger*, *inbound message* (also in `msg.inbound`) and *status notification*: a [status](#status), an event of unknown kind (`event: "unknown"` and `raw`), or an inbound message:',
      [
        ...entries(events, 'InboundEvent', {
          inside: {
            choice: [events, 'ChosenOption'],
            reply: [events, 'ReplyAddresses'],
            media: [events, 'ReceivedMedia'],
          },
        }),
        ...more(['`late`', 'n8n: `true` for a tap on a question that no longer waits.']),
      ],
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
    .split('\n'),
  'the code',
);
