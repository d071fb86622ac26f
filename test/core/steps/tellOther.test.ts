import { MessagingError, type MessageResult } from '../../../core/client';
import type { MessageRequest } from '../../../core/contract';
import { personKey } from '../../../core/contract/phoneNumber';
import { compareWithList, SentLately, tellOther, type TellOther } from '../../../core/steps';
import { readSendingWindow, WindowFault, type Outside } from '../../../core/sendingWindow';

const person = (to: string) => ({ channel: 'Whatsapp' as const, from: '+41795550100', to });
const [anna, bea] = [person('+41791110001'), person('+41791110002')];

function accepted({ to }: MessageRequest): MessageResult {
  const messageId = `id of ${to}`;
  const recipients = [{ address: to ?? '', accepted: true, messageId, error: undefined }];
  return { messageId, messageIds: [messageId], recipients, pages: undefined, requestId: 'r', raw: {} };
}

/** Tells people; gives what went out, and what became of the text to each. */
async function tell(people: ReadonlyArray<typeof anna>, changes: Partial<TellOther> = {}) {
  const sent: MessageRequest[] = [];
  const telling: TellOther = {
    text: 'Taken',
    rules: {},
    compare: undefined,
    window: undefined,
    rateLimit: undefined,
    send: async (request) => {
      sent.push(request);
      return accepted(request);
    },
    ...changes,
  };
  const results = await Promise.all(people.map((each) => tellOther(each, telling)));
  const outcomes = results.map((result) =>
    result.outcome === 'failed' ? result.error.outcome : result.outcome,
  );
  return { sent, results, outcomes };
}

/** A window of one minute on another day, so that it is closed now. */
function closed(outside: Outside) {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const weekday = new Date(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
  const window = readSendingWindow({
    days: [weekday],
    from: '10:00',
    until: '10:01',
    timeZone: 'UTC',
    exceptions: '',
    outside,
  });
  if (window instanceof WindowFault) throw new Error(window.rule);
  return { window, opens: `${day}T10:00:00.000Z` };
}

it('sends each person the text on the channel and from the sender of the question', async () => {
  const { sent, outcomes } = await tell([anna, bea]);
  const content = { type: 'Text', text: 'Taken' };
  expect(sent).toEqual([anna, bea].map((each) => expect.objectContaining({ ...each, content })));
  expect(outcomes).toEqual(['accepted', 'accepted']);
});

it('tells nobody on the list of Do Not Send To', async () => {
  const list = new Set([personKey(bea.to)]);
  const { sent, outcomes } = await tell([anna, bea], {
    compare: (request) => compareWithList(request, list, undefined),
  });
  expect(sent.map(({ to }) => to)).toEqual([anna.to]);
  expect(outcomes).toEqual(['accepted', 'opted_out']);
});

it('tells nobody whom the account may not write to', async () => {
  const recipientsAllowed = { people: new Set([personKey(anna.to)]), beginnings: [] };
  const { sent, outcomes } = await tell([anna, bea], { rules: { recipientsAllowed } });
  expect(sent.map(({ to }) => to)).toEqual([anna.to]);
  expect(outcomes).toEqual(['accepted', 'not_sent']);
});

it('counts for the rate limit, which skips the text', async () => {
  const rateLimit = { limit: { most: 1, minutes: 10 }, sent: new SentLately() };
  expect((await tell([anna], { rateLimit })).outcomes).toEqual(['accepted']);
  expect((await tell([anna, bea], { rateLimit })).outcomes).toEqual(['over_limit', 'accepted']);
});

it('plans the text for the next moment in the sending window, or does not send it', async () => {
  const { window, opens } = closed('plan');
  const planned = await tell([anna], { window });
  expect(planned.sent).toMatchObject([{ sendDate: opens }]);
  expect(planned.results).toMatchObject([{ outcome: 'accepted', sendDate: opens }]);
  const refused = await tell([anna], { window: closed('refuse').window });
  expect(refused).toMatchObject({ sent: [], outcomes: ['outside_window'] });
});

it('tells the others if one text fails, or breaks the contract', async () => {
  const { outcomes } = await tell([anna, bea], {
    send: async (request) => {
      if (request.to === bea.to) return accepted(request);
      throw new MessagingError({ message: 'No', outcome: 'unknown', code: 'timed_out' });
    },
  });
  expect(outcomes).toEqual(['unknown', 'accepted']);
  expect((await tell([person('12'), anna])).outcomes).toEqual(['not_sent', 'accepted']);
});
