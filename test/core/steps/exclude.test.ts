import {
  checkMessage,
  failed,
  MessagingError,
  numberListReader,
  type Accepted,
  type RecipientResult,
} from '../../../core/client';
import { fault } from '../../../core/errors/texts';
import type { MessageRequest } from '../../../core/contract';
import { labelOnForm } from '../../../core/forms';
import {
  compareWithList,
  ended,
  outgoing,
  resultOfOutgoing,
  takeSteps,
  type Outgoing,
} from '../../../core/steps';

const ANNA = '+41791234567';
const BEAT = '+41781234567';
const CLEO = '+41761234567';

interface Message extends Outgoing {
  list: unknown;
}

async function message(to: string | unknown[], list: unknown): Promise<Message> {
  const recipients = typeof to === 'string' ? { to } : { toList: to };
  const content = { type: 'Text', text: 'Hello' };
  return { request: await checkMessage({ channel: 'Sms', from: 'Test', content, ...recipients }), list };
}
const person = (address: string) => ({ type: 'Number', address });

const readList = numberListReader();
async function compared({ request, list }: Message): Promise<readonly string[]> {
  if (list === undefined) return [];
  const source = { path: 'doNotSendTo', label: 'Do Not Send To', countryCode: '+41' };
  return compareWithList(request, readList(list, source), labelOnForm);
}

const result = (addresses: string[]): Accepted => ({
  outcome: 'accepted',
  messageId: 'id-0',
  messageIds: addresses.map((_, index) => `id-${index}`),
  recipients: addresses.map((address, index) => ({
    address,
    accepted: true,
    messageId: `id-${index}`,
    error: undefined,
  })),
  ...{ pages: undefined, requestId: undefined, raw: {} },
});

/** Sends messages through the step; gives whom each was sent to, and what became of it. */
async function send(...messages: Message[]) {
  const sent: unknown[] = [];
  await takeSteps(messages, {
    exclude: compared,
    send: async (going) => {
      for (const each of going) {
        const { to, toList } = await outgoing(each.request, each);
        sent.push(to ?? toList?.map(({ address }) => address));
        each.result = result([]);
      }
    },
  });
  const results = messages.map((each) => {
    const what = ended(each);
    if (what.outcome === 'failed') return what.error.message;
    return what.outcome === 'opted_out'
      ? `opted out: ${what.recipients.map(({ address }) => address)}`
      : what.outcome;
  });
  return { sent, results };
}

describe('Do Not Send To', () => {
  it('lets nothing out to a person on the list, and everything to the others', async () => {
    const list = ['079 123 45 67'];
    const one = await message(ANNA, list);
    const { sent, results } = await send(one, await message(BEAT, list));
    expect(sent).toEqual([BEAT]);
    expect(results).toEqual([`opted out: ${ANNA}`, 'accepted']);
    const error = { code: 'opted_out', message: 'The recipient is on the exclude list' };
    expect(one.skipped).toEqual(
      new Map([[ANNA, { address: ANNA, accepted: false, messageId: undefined, error }]]),
    );
  });

  it.each([undefined, null])('takes no number from a recipient that is %p', (to) => {
    const request = { channel: 'Sms', from: 'Test', to } as Partial<MessageRequest> as MessageRequest;
    const list = readList([ANNA], { path: 'doNotSendTo', label: 'Do Not Send To', countryCode: '+41' });
    expect(compareWithList(request, list, labelOnForm)).toEqual([]);
  });

  it('compares numbers that the request writes with 00', async () => {
    expect((await send(await message('0041791234567', [ANNA]))).sent).toEqual([]);
  });

  it('knows a person by both numbers that WhatsApp and the networks write', async () => {
    const list = ['+551187654321', '+5491112345678', '41781234567@s.whatsapp.net'];
    const sent = [
      await message('+5511987654321', list),
      await message('+541112345678', list),
      await message(BEAT, list),
    ];
    expect((await send(...sent)).sent).toEqual([]);
  });

  it('skips only those of several who are on the list', async () => {
    const all = [person(ANNA), person(BEAT), person('0041791234567'), person(CLEO)];
    const { sent, results } = await send(await message(all, [41791234567]));
    expect(sent).toEqual([[BEAT, CLEO]]);
    expect(results).toEqual(['accepted']);
  });

  it('ends a message to several if all are on the list', async () => {
    const { sent, results } = await send(await message([person(ANNA), person(BEAT)], `${BEAT};${ANNA}`));
    expect(sent).toEqual([]);
    expect(results).toEqual([`opted out: ${ANNA},${BEAT}`]);
  });

  it('refuses a message about whose status the service would write to somebody on the list', async () => {
    const notified = async (type: string, address: string) => {
      const { request, ...more } = await message(ANNA, [BEAT]);
      const notification = { addresses: [{ type, address }] };
      const checked = await checkMessage({ ...request, notification });
      return { request: checked, ...more };
    };
    const addresses = [notified('Sms', BEAT), notified('Sms', CLEO), notified('Email', 'anna@example.com')];
    const { sent, results } = await send(...(await Promise.all(addresses)));
    expect(sent).toHaveLength(2);
    expect(results[0]).toContain(
      `Status Notification: must not go to a number on the exclude list, got ${BEAT}`,
    );
  });

  it('fails a message whose list cannot be read, and only that one', async () => {
    const { sent, results } = await send(await message(ANNA, ['Anna']), await message(BEAT, []));
    expect(sent).toEqual([BEAT]);
    expect(results).toEqual([
      expect.stringContaining('Do Not Send To: entry 1 is not a phone number, got "Anna"'),
      'accepted',
    ]);
  });

  it.each(['Group', 'Person'])(
    'fails a message to a %s, whose numbers only the service knows',
    async (type) => {
      const several = [person(BEAT), { type, address: 'On call' }];
      const { sent, results } = await send(await message(several, []));
      expect(sent).toEqual([]);
      expect(results).toEqual([expect.stringContaining('Recipients: people and groups')]);
      expect((await send(await message(several, undefined))).sent).toHaveLength(1);
    },
  );

  it('goes on with nothing if all messages end', async () => {
    const { sent } = await send(await message(ANNA, [ANNA]), await message(ANNA, [ANNA]));
    expect(sent).toEqual([]);
  });
});

describe('the result of a message to several', () => {
  const optedOut = (address: string): RecipientResult => ({
    address,
    accepted: false,
    messageId: undefined,
    error: { code: 'opted_out', message: 'No' },
  });

  it('names those that were skipped, in the order of the request', async () => {
    const { request } = await message([person(ANNA), person(BEAT), person(CLEO)], []);
    const whole = resultOfOutgoing(result([ANNA, CLEO]), {
      request,
      skipped: new Map([[BEAT, optedOut(BEAT)]]),
    });
    if (whole.outcome !== 'accepted') throw whole.error;
    expect(whole.messageIds).toEqual(['id-0', 'id-1']);
    expect(whole.recipients).toMatchObject([
      { address: ANNA, accepted: true },
      { address: BEAT, accepted: false, messageId: undefined, error: { code: 'opted_out' } },
      { address: CLEO, accepted: true, messageId: 'id-1' },
    ]);
  });

  it('stays as it is if nobody was skipped', async () => {
    const { request } = await message([person(ANNA), person(BEAT)], []);
    const whole = result([ANNA, BEAT]);
    expect(resultOfOutgoing(whole, { request, skipped: new Map() })).toBe(whole);
    const planned = { ...whole, sendDate: '2026-12-01T08:00:00Z' };
    expect(resultOfOutgoing(whole, { request, sendAt: planned.sendDate })).toStrictEqual(planned);
    const refused = failed(new MessagingError(fault('refused')));
    expect(resultOfOutgoing(refused, { request, sendAt: planned.sendDate })).toBe(refused);
    expect(outgoing(request, { skipped: new Map() })).toBe(request);
  });
});

test('an error of the list says that nothing was sent', async () => {
  const one = await message(ANNA, ['?']);
  await expect(compared(one)).rejects.toBeInstanceOf(MessagingError);
  await expect(compared(one)).rejects.toMatchObject({ outcome: 'not_sent', code: 'invalid_request' });
});
