// Writes docs/outputs.md: what the nodes put out, from the types of the code.
import { cell, page } from './reference.mjs';
import { fieldsOf } from './typeFields.mjs';

/** Rows for the fields of an interface. `inside` names the interfaces of fields that have fields of their own. */
function rows(file, name, { inside = {}, prefix = '', leave = [] } = {}) {
  return fieldsOf(file, name)
    .filter((field) => !leave.includes(field.name))
    .flatMap((field) => {
      const nested = inside[field.name];
      const path = `${prefix}${field.name}${field.type.endsWith('[]') || field.type.startsWith('Array') ? '[]' : ''}`;
      const own = `| \`${path}\` | ${cell(field.text)} |`;
      return nested === undefined ? [own] : [own, ...rows(...nested, { prefix: `${path}.` })];
    });
}

const more = (...fields) => fields.map(([name, text]) => `| \`${name}\` | ${text} |`);

const table = (title, text, lines) => [
  `### ${title}`,
  '',
  ...(text === '' ? [] : [text, '']),
  '| Field | |',
  '|---|---|',
  ...lines,
  '',
];

const results = 'core/client/answers/results.ts';
const client = 'core/client/client.ts';
const events = 'core/receive/events.ts';
const recipients = { recipients: [results, 'RecipientResult'] };
const inbound = {
  choice: [events, 'ChosenOption'],
  reply: [events, 'ReplyAddresses'],
  media: [events, 'ReceivedMedia'],
};
const channels = [
  ...more(
    ['channel', 'The channel that got through; `null` if no delivery was reported in time.'],
    ['attempts[]', 'Each attempt.'],
  ),
  ...rows('core/client/outcome/outcome.ts', 'FallbackAttempt', { prefix: 'attempts[].' }),
];
const status = rows(events, 'StatusEvent', { leave: ['event'] });
const request = more(['requestId', 'ID of the request, to quote to support.']);

page(
  'outputs.md',
  [
    '# Outputs',
    '',
    'What each operation and each node puts out, made from the types of the code by `npm run docs`. A field that has no value is missing.',
    'What comes out of a failure is in [Errors](errors.md).',
    '',
    '## On both platforms',
    '',
    '### Messages that are left out',
    '',
    'This is no failure. `outcome` says why the message was not sent.',
    '',
    '| `outcome` | The message was not sent because | Beside it |',
    '|---|---|---|',
    '| `sent_before` | *Send Only Once Per* has sent it before | `key`, and `messageId` of the first message |',
    '| `opted_out` | everybody is on the list of *Do Not Send To* | `recipients` |',
    '| `outside_window` | the *Sending Window* is closed | `opensAt`: when it opens |',
    '| `held_back` | the loop guard of the account (*Most to One Person*) allows no more at the moment | `until`, `recipients` |',
    '',
    ...table(
      'Further channels',
      'What also comes out of *Send* and *send message* with further channels:',
      channels,
    ),
    '## n8n',
    '',
    ...table(
      'Send, Send Batch, Reply',
      'An item for each message. The fields of the input item are not kept.',
      [
        ...rows(results, 'MessageResult', { inside: recipients, leave: ['pages'] }),
        ...more(
          [
            'channel, to',
            'The channel and the recipient of the message (`toList` of several), as in the item of a message that failed.',
          ],
          [
            'sms',
            'Only for an SMS: `encoding`, `pages`, `characters`, `truncated`; `outsideGsm`: the first 20 characters that make it UCS-2; if it is cut, `charactersSent` and `cutText`.',
          ],
          ['batchId', '*Send Batch*: the batch of the message.'],
          ['mediaId, mediaIds[]', 'The ID, or the IDs, of the files that the node uploaded.'],
          ['key', 'With *Send Only Once Per*: the key of the message.'],
          ['outcome', 'Why a message was [left out](#messages-that-are-left-out).'],
          [
            'valid, request',
            '*Validate Only*: `true`, and the request that would be sent, with `sms` (as after *Check*) and `leftOut`: those who would get nothing. A message that nobody would get has its `outcome`, as if it had been sent.',
          ],
        ),
      ],
    ),
    ...table('Check', 'An item for each message. Nothing is sent.', [
      ...more(
        ['goesOut', 'Whether the message would be sent.'],
        ['problem', 'Why not: the fields of an [error](errors.md).'],
        ['leftOut[]', 'Those who would get nothing because of *Do Not Send To* or the loop guard.'],
        [
          'request',
          'The request that would be sent, planned if *Sending Window* does so. A file has a placeholder in place of its ID.',
        ],
        ['sms', 'Only for an SMS: as with *Send*.'],
        ['notes[]', 'What a person should know about its texts.'],
      ),
    ]),
    '### Send and Wait',
    '',
    'See [Send and wait](send-and-wait.md#what-comes-out).',
    '',
    ...table('Get Status, Get Batch Status', 'An item for each message.', [
      ...rows(events, 'StatusEvent', { leave: ['event', 'channel', 'customerid'] }),
      ...request,
      ...more([
        'batchId',
        '*Get Batch Status*: only in the one item for an answer without a list of messages.',
      ]),
    ]),
    ...table('Upload', '', [
      ...rows(client, 'UploadResult'),
      ...more(
        ['fileName', 'The name of the file.'],
        ['mimeType', 'The type with which it was sent: the one that its bytes show.'],
        ['size', 'Its size in bytes.'],
        [
          'notes[]',
          'What a person should know about it, such as that it was sent as another type than its own.',
        ],
      ),
    ]),
    ...table('Get Balance', 'One item.', rows(client, 'BalanceResult')),
    '### Messaging Service Trigger',
    '',
    'An item for each event: see [Events](#events).',
    '',
    '## Node-RED',
    '',
    ...table('send message, send batch: `msg.payload`', 'All other properties of the message are kept.', [
      ...more([
        'outcome',
        '`accepted`, `valid`, or why the message was [left out](#messages-that-are-left-out). `valid`: with *Only check, do not send*, beside `request`, `pages`, `notes` and `leftOut` (those who would get nothing).',
      ]),
      ...rows(results, 'MessageResult', {
        inside: { ...recipients, pages: ['core/sms/countPages.ts', 'PageCount'] },
      }),
      ...more(['batchId', '*send batch*: the batch of the message.']),
    ]),
    '### ask',
    '',
    'See [Ask, and the next channel](ask-and-fallback.md#ask-and-continue-with-the-answer-node-red).',
    '',
    'With several people, `msg.question` has these fields too, and so has `msg.error` of a question that reached nobody:',
    '',
    '| Field | |',
    '|---|---|',
    ...more(['asked[]', 'What became of the question to each person, in the order of the recipients.']),
    ...rows('core/client/outcome/outcome.ts', 'AskedPerson', { prefix: 'asked[].' }),
    ...more(['answeredBy', 'Only in `msg.question`: the number of the person who answered.']),
    '',
    ...table('message status: `msg.payload`', 'Of a message:', [...status, ...request]),
    'Of a batch, with `final`, whether the status of all messages is final:',
    '',
    '| Field | |',
    '|---|---|',
    ...rows(client, 'BatchStatusResult'),
    '',
    ...table('upload media: `msg.payload`', '', [
      ...rows(client, 'UploadResult'),
      ...more(
        ['fileName', 'The name of the file.'],
        ['mimeType', 'Its type.'],
        ['bytes', 'Its size in bytes.'],
      ),
    ]),
    ...table('balance: `msg.payload`', '', rows(client, 'BalanceResult')),
    '### inbound message, status notification: `msg.payload`',
    '',
    'See [Events](#events). `msg.inbound` is the same as the payload of an inbound message, and `msg.topic` is its sender, or the ID of',
    'the message whose status is reported. A refused caller leaves the second output with `address`, `reason` and `hint`.',
    '',
    '## Events',
    '',
    ...table('Inbound message', '', [
      ...rows(events, 'InboundEvent', { inside: inbound }),
      ...more([
        'late',
        'n8n, with *Taps on Closed Questions*: `true` for a tap on a question of *Send and Wait* that no longer waits.',
      ]),
    ]),
    ...table('Status', '', rows(events, 'StatusEvent')),
    ...table('Neither of the two', '', rows(events, 'UnknownEvent')),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
    .split('\n'),
  'the code',
);
