import { MOST_PER_CALL } from '../../../core/contract/limits';
import { readAboveZero } from '../../../core/steps';
import { labelIn } from '../../parameters';
import { field, group, number, oneOf, text, type Setting } from '../../settings';

/** The options that operations share, without those that have a file of their own. Each operation takes those it needs, sorted by name. */

export const deduplicateBy = text('deduplicateBy', 'Deduplicate By', {
  placeholder: 'e.g. {{ $json.orderId }}',
  complete: true,
  help: 'A value that identifies the message, such as an order number. This node sends only one message per value, even in a retry, for a repeated event, or when a crashed execution starts again.',
});

export const excludeRecipients = text('excludeRecipients', 'Exclude Recipients', {
  placeholder: "e.g. {{ $('Opted out').all().filter((row) => row.json.id).map((row) => row.json.number) }}",
  complete: true,
  help: 'The exclude list: an array of numbers, or text with numbers separated by commas, in any spelling. Messages to them are skipped, with the outcome opted_out.',
});

const REFUSE = ['Refuse', 'Nothing is sent, and the item fails'] as const;

/** What becomes of an SMS with more pages than allowed. */
export const ifTooLong = oneOf(
  'ifTooLong',
  'If an SMS Is Too Long',
  {
    cut: ['Cut Off', 'The service cuts the text off, and the output has the missing part'],
    refuse: REFUSE,
  },
  { usual: 'cut', help: 'What to do with an SMS whose text needs more pages than its page limit' },
);

/** The same where a message can also be sent as several. */
export const ifTextTooLong = oneOf(
  'ifTooLong',
  'If a Text Is Too Long',
  {
    cut: [
      'Cut Off an SMS',
      'The service cuts the text off, and the output has the missing part. On WhatsApp and RCS, the item fails.',
    ],
    refuse: REFUSE,
    split: [
      'Split Into Several Messages',
      'On WhatsApp and RCS, with an item for each message. An SMS is refused.',
    ],
  },
  {
    usual: 'cut',
    help: 'What to do with an SMS that needs more pages than its page limit, and with a text that is longer than WhatsApp (4096 characters) or RCS (1000) allows',
  },
);

export const itemsAtOnce = number('itemsAtOnce', 'Items at Once', {
  ...{ usual: 50, min: 1, max: 50 },
  help: 'How many items to process at the same time; at most 8 files are uploaded at once. The output keeps the order of the input.',
});

export const chunkSize = number('chunkSize', 'Messages per Call', {
  ...{ usual: 100, min: 1, max: MOST_PER_CALL },
  help: 'How many messages to send in one call to the service',
});

export const pause = number('pause', 'Pause Between Calls (Ms)', {
  ...{ usual: 0, min: 0 },
  help: 'How many milliseconds to wait before the next call',
});

const count = oneOf(
  'count',
  'Count',
  {
    messages: ['Messages', 'One for each recipient and each fallback channel'],
    pages: ['SMS Pages', 'The pages of each SMS; any other message counts as one page'],
    points: ['Points', 'The pages, times what a page costs'],
    balance: [
      'Points Within Balance',
      'The same; the limit is the balance of the account, which is queried once',
    ],
  },
  { usual: 'messages', help: 'What is added up over all items of the run' },
);
const pointsPerPage = field('number', 'pointsPerPage', 'Points per Page', {
  ...{ usual: 1, typeOptions: { minValue: 0 } },
  ...{ help: 'What a page costs', when: { count: ['points', 'balance'] } },
});
const most = field('number', 'most', 'At Most', {
  ...{ usual: 1000, typeOptions: { minValue: 1 } },
  ...{ help: 'The highest sum that is sent', when: { count: ['messages', 'pages', 'points'] } },
});

/** The option that lets nothing of a run out if it is too much. */
export const limitPerRun = group(
  'limitPerRun',
  'Limit per Run',
  {
    help: 'If all items together are more than this, nothing of the run is sent',
    fields: [count, most, pointsPerPage],
    shown: [count, most],
  },
  (within) => {
    const amountOf = (setting: Setting<unknown>) =>
      readAboveZero(setting.read(within), `limitPerRun.${setting.name}`, labelIn(within, setting.label));
    const points = () => amountOf(pointsPerPage);
    const counted = count.read(within);
    // Without points per page, messages count.
    const perPage = { messages: () => undefined, pages: () => 1, points, balance: points }[counted]();
    return { pointsPerPage: perPage, most: counted === 'balance' ? counted : amountOf(most) };
  },
);
