import { checkMessage, failed, MessagingError, type Accepted } from '../../../core/client';
import { fault } from '../../../core/errors/texts';
import { ended, KeyClaims, takeSteps, type Claimants, type Outgoing, type Steps } from '../../../core/steps';

const ANNA = '+41791234567';
const BEAT = '+41781234567';

interface Message extends Outgoing {
  name: string;
  key?: string;
}

async function message(name: string, changes: Partial<Message> = {}): Promise<Message> {
  const content = { type: 'Text', text: name };
  return {
    name,
    request: await checkMessage({ channel: 'Sms', from: 'Test', to: ANNA, content }),
    ...changes,
  };
}
const accepted = (id: string): Accepted => ({
  ...{ outcome: 'accepted', messageId: id, messageIds: [id], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
});
const refused = failed(new MessagingError(fault('refused')));

/** Steps that note which of them a message takes. */
function noted(changes: Partial<Steps<Message>> = {}) {
  const took: string[] = [];
  const note = (step: string, messages: readonly Message[]) =>
    took.push(`${step} ${messages.map(({ name }) => name).join('')}`);
  const store = {
    record: async (claimed: Claimants) => (took.push(`once ${[...claimed.keys()].join('')}`), new Map()),
    remove: async () => undefined,
  };
  const steps: Steps<Message> = {
    exclude: async (each) => (note('exclude', [each]), []),
    limit: async (messages) => void note('limit', messages),
    schedule: { windowOf: async (each) => void note('schedule', [each]) },
    once: { claims: new KeyClaims(store) },
    upload: async (messages) => void note('upload', messages),
    send: async (messages) => {
      note('send', messages);
      for (const each of messages) each.result = accepted(each.name);
    },
    ...changes,
  };
  return { took, steps };
}

describe('a message', () => {
  it('takes its steps in their order', async () => {
    const { took, steps } = noted();
    const one = await message('a', { key: 'k' });
    await takeSteps([one], steps);
    expect(took).toEqual(['exclude a', 'limit a', 'schedule a', 'once k', 'upload a', 'send a']);
    expect(ended(one)).toMatchObject({ outcome: 'accepted', messageId: 'a' });
  });

  it('that is only checked ends before once, and says what would go out', async () => {
    const { took, steps } = noted({ send: undefined });
    const one = await message('a', { key: 'k' });
    await takeSteps([one], steps);
    expect(took).toEqual(['exclude a', 'limit a', 'schedule a']);
    expect(one.result).toBeUndefined();
    expect(one.checked).toMatchObject({ request: one.request, pages: { pages: 1 } });
    expect(Object.keys(one.checked ?? {})).toEqual(['request', 'pages']);
  });

  it('that a step ends goes no further, and the others do', async () => {
    const { took, steps } = noted({
      upload: async (messages) => {
        for (const each of messages) if (each.name === 'b') each.result = refused;
      },
    });
    const both = [await message('a'), await message('b')];
    await takeSteps(both, steps);
    expect(took.at(-1)).toBe('send a');
    expect(both.map(({ result }) => result?.outcome)).toEqual(['accepted', 'failed']);
  });

  it.each(['limit', 'upload', 'send'] as const)('fails if %s throws', async (step) => {
    const error = new MessagingError(fault('not_found'));
    const { steps } = noted({ [step]: () => Promise.reject(error) });
    const both = [await message('a'), await message('b')];
    await takeSteps(both, steps);
    expect(both.map(({ result }) => result)).toEqual([failed(error), failed(error)]);
  });

  it('goes on in its turn, and has no result if that never comes', async () => {
    const { took, steps } = noted({
      pace: async (messages, next) => {
        await next(messages.slice(1));
      },
    });
    const both = [await message('a'), await message('b')];
    await takeSteps(both, steps);
    expect(took.slice(2)).toEqual(['limit ab', 'schedule b', 'upload b', 'send b']);
    expect(both[0]?.result).toBeUndefined();
    expect(ended({})).toMatchObject({ outcome: 'failed', error: { outcome: 'unknown' } });
  });

  it('that is sent on several channels has its schedule there, unless it is only checked', async () => {
    const elsewhere = noted({ isSentHere: () => false });
    await takeSteps([await message('a')], elsewhere.steps);
    expect(elsewhere.took).not.toContain('schedule a');
    const checked = noted({ isSentHere: () => false, send: undefined });
    await takeSteps([await message('a')], checked.steps);
    expect(checked.took).toContain('schedule a');
  });

  it('names whom a check would skip', async () => {
    const content = { type: 'Text', text: 'Hello' };
    const toList = [ANNA, BEAT].map((address) => ({ type: 'Number', address }));
    const request = await checkMessage({ channel: 'Sms', from: 'Test', toList, content });
    const { steps } = noted({ exclude: async () => [ANNA], send: undefined });
    const several: Message = { name: 'a', request };
    await takeSteps([several], steps);
    expect(several.checked).toMatchObject({ skipped: [ANNA], request: { toList: [{ address: BEAT }] } });
  });
});
