import { checkMessage, MessagingError, type BalanceResult } from '../../../core/client';
import { fault } from '../../../core/errors/texts';
import type { MessageRequest } from '../../../core/contract';
import { checkRun, readAboveZero, type Outgoing, type RunLimit } from '../../../core/steps';

const ANNA = '+41791234567';
const BEAT = '+41781234567';

interface Message extends Outgoing {
  requests: MessageRequest[];
}

async function message(text: string, to: string | unknown[] = ANNA, channel = 'Sms'): Promise<Message> {
  const recipients = typeof to === 'string' ? { to } : { toList: to };
  const content = { type: 'Text', text };
  const from = channel === 'Sms' ? 'Test' : '+41795550100';
  const request = await checkMessage({ channel, from, content, ...recipients });
  return { request, requests: [request] };
}
const numbers = (...addresses: string[]) => addresses.map((address) => ({ type: 'Number', address }));
const limit = (most: number, pointsPerPage?: number): RunLimit => ({
  most,
  pointsPerPage,
  label: 'At Most Per Run',
});

/** Gives how many messages went on, and the error if none did. */
async function run(messages: Message[], within: RunLimit): Promise<number | string> {
  return through(messages, 'run_over_limit', () => checkRun(messages, within, ({ requests }) => requests));
}

async function through(
  messages: Message[],
  code: string,
  check: () => Promise<void>,
): Promise<number | string> {
  try {
    await check();
    return messages.length;
  } catch (error) {
    if (!(error instanceof MessagingError)) throw error;
    expect(error).toMatchObject({ code, outcome: 'not_sent' });
    return error.fact;
  }
}

describe('At Most Per Run', () => {
  it('lets a run within the limit out, and nothing of one above it', async () => {
    const three = await Promise.all([message('a'), message('b'), message('c')]);
    expect(await run(three, limit(3))).toBe(3);
    const four = await Promise.all(['a', 'b', 'c', 'd'].map((text) => message(text)));
    expect(await run(four, limit(3))).toBe('At Most Per Run: 4 messages in all, but the limit is 3');
  });

  it('counts each recipient, but not those who are skipped', async () => {
    const several = await message('a', numbers(ANNA, BEAT));
    expect(await run([several], limit(1))).toContain('2 messages in all');
    const error = { code: 'opted_out', message: 'No' };
    const skipped = new Map([[BEAT, { address: BEAT, accepted: false, messageId: undefined, error }]]);
    expect(await run([{ ...(await message('a', numbers(ANNA, BEAT))), skipped }], limit(1))).toBe(1);
  });

  it('counts each fallback channel, as each may be sent', async () => {
    const [first, second] = await Promise.all([message('a', ANNA, 'Whatsapp'), message('a')]);
    const both = { ...first, requests: [...first.requests, ...second.requests] };
    expect(await run([both], limit(1))).toContain('2 messages in all');
  });

  it('counts pages, times the points per page, and another channel as one page', async () => {
    const long = 'x'.repeat(161);
    const messages = () =>
      Promise.all([message(long), message(long, numbers(ANNA, BEAT)), message(long, ANNA, 'Whatsapp')]);
    expect(await run(await messages(), limit(7, 1))).toBe(3);
    expect(await run(await messages(), limit(6, 1))).toContain('7 pages in all, but the limit is 6');
    expect(await run(await messages(), limit(0.7, 0.1))).toBe(3);
    expect(await run(await messages(), limit(0.6, 0.1))).toContain('0.7 points in all, but the limit is 0.6');
  });

  it('refuses a group, whose members nobody knows', async () => {
    const group = await message('a', [{ type: 'Group', address: 'On call' }]);
    expect(await run([group], limit(1000))).toContain('a group of the address book cannot be counted');
    const mixed = await message('a', [...numbers(ANNA), { type: 'Group', address: 'On call' }]);
    expect(await run([mixed], limit(1000))).toContain('a group of the address book cannot be counted');
  });

  it('passes on an empty run', async () => {
    expect(await run([], limit(1))).toBe(0);
  });
});

describe('within the balance', () => {
  let asked = 0;
  beforeEach(() => (asked = 0));

  /** What `run` gives, with this balance. */
  function covered(
    messages: Message[],
    balance: () => Promise<Partial<BalanceResult>>,
    { pointsPerPage = 0.1, code = 'run_over_limit' } = {},
  ) {
    const limit = {
      pointsPerPage,
      label: 'Within Balance',
      most: async () => {
        asked += 1;
        return { points: undefined, requestId: 'r-1', raw: '', ...(await balance()) };
      },
    };
    return through(messages, code, () => checkRun(messages, limit, ({ requests }) => requests));
  }
  const three = async () => [await message('x'.repeat(161)), await message('a', ANNA, 'Whatsapp')];

  it('lets a run out that costs at most the balance, and nothing of another; it asks once', async () => {
    expect(await covered(await three(), async () => ({ points: 0.3 }))).toBe(2);
    expect(await covered(await three(), async () => ({ points: 0.29 }))).toBe(
      'Within Balance: 0.3 points in all, but the balance is 0.29',
    );
    expect(await covered(await three(), async () => ({ points: -1 }))).toContain('the balance is -1');
    expect(asked).toBe(3);
  });

  it('lets nothing out if the answer has no number, or there is none', async () => {
    const code = 'balance_unknown';
    expect(await covered(await three(), async () => ({}), { code })).toBe(
      'Within Balance: the balance could not be read, so nothing was sent: the answer has no number',
    );
    const timedOut = new MessagingError(fault('timed_out'));
    expect(await covered(await three(), () => Promise.reject(timedOut), { code })).toContain(
      'so nothing was sent: The service did not answer in time',
    );
  });

  it('does not ask if nothing would go out', async () => {
    expect(await covered([], async () => ({ points: 0 }))).toBe(0);
    expect(asked).toBe(0);
  });
});

describe('the limit', () => {
  it.each([
    [5, 5],
    ['1000', 1000],
    [0.5, 0.5],
  ])('is read from %j', (entered, most) => {
    expect(readAboveZero(entered, 'mostPerRun', 'At Most Per Run')).toBe(most);
  });

  it.each([0, -1, 'many', '1.000', '1e3', '', null, undefined, Number.NaN, Infinity, true, { most: 5 }])(
    'is an error with %j',
    (entered) => {
      expect(() => readAboveZero(entered, 'mostPerRun', 'At Most Per Run')).toThrow(
        expect.objectContaining({
          ...{ code: 'invalid_request', outcome: 'not_sent' },
          fact: expect.stringMatching(/^At Most Per Run: must be a number above 0, got /),
        }),
      );
    },
  );
});
