import type { IDataObject } from 'n8n-workflow';

import { checkMessage, MessagingError } from '../../core/client';
import { notCompared } from '../../core/journey';
import { alone, journey, type Next } from '../../core/journey';
import type { Draft } from '../../nodes/MessagingService/actions/message/draft';
import { SentMessages } from '../../nodes/MessagingService/actions/message/sentMessages';
import {
  itemsAtOnce,
  notSentEarlier,
  onlyChecked,
  remembered,
} from '../../nodes/MessagingService/actions/message/steps';

/** What n8n keeps of an execution for a try of a node. */
function tryOf(memory: IDataObject, items: number): SentMessages {
  return new SentMessages({
    getNode: () => ({
      id: 'a',
      name: 'Send',
      type: 'messagingService',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    }),
    getContext: () => memory,
    getInputData: () => Array.from({ length: items }, (_, item) => ({ json: { item } })),
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    isToolExecution: () => false,
    getExecutionId: () => '1',
  });
}

async function draftsOf(...texts: string[]): Promise<Draft[]> {
  return await Promise.all(
    texts.map(async (text, position) => ({
      position,
      itemIndex: position,
      request: await checkMessage({
        channel: 'Sms',
        from: 'Test',
        to: '+41791234567',
        content: { type: 'Text', text },
      }),
      files: [],
      compared: notCompared,
      oddNumbers: [],
      notes: [],
      validateOnly: text === 'only checked',
      key: undefined,
    })),
  );
}

const failure = (outcome: 'unknown' | 'rejected') =>
  new MessagingError({ message: `It was ${outcome}`, outcome, code: { given: outcome } });

/** A service that notes what it gets, and answers each text as told. */
function service(answers: Record<string, MessagingError> = {}) {
  const sent: string[] = [];
  const send: Next<Draft> = alone<IDataObject, Draft>(async ({ request: { content } }) => {
    const text = content.type === 'Text' ? content.text : '';
    sent.push(text);
    const error = answers[text];
    if (error !== undefined) throw error;
    return { messageId: `id of ${text}` };
  });
  return { sent, send };
}

const outcomes = (drafts: readonly Draft[]) =>
  drafts.map(({ result }) => (result?.ok === true ? result.value['messageId'] : result?.error.code));

describe('the steps of n8n', () => {
  it('do not send a message that is only checked', async () => {
    const drafts = await draftsOf('a', 'only checked');
    const { sent, send } = service();
    await journey([onlyChecked(undefined)], send)(drafts);
    expect(sent).toEqual(['a']);
    expect(drafts[1]?.result).toMatchObject({ ok: true, value: { valid: true } });
  });

  it('send in another try only what was surely not sent', async () => {
    const memory = {};
    const answers = { refused: failure('rejected'), unclear: failure('unknown') };
    const texts = ['accepted', 'refused', 'unclear'];
    const send = async (drafts: Draft[], sendNow: Next<Draft>) => {
      const earlier = tryOf(memory, texts.length);
      await journey([notSentEarlier(earlier), remembered(earlier)], sendNow)(drafts);
      return outcomes(drafts);
    };
    const first = service(answers);
    expect(await send(await draftsOf(...texts), first.send)).toEqual([
      'id of accepted',
      'rejected',
      'unknown',
    ]);
    const second = service();
    expect(await send(await draftsOf(...texts), second.send)).toEqual([
      'id of accepted',
      'id of refused',
      'unknown',
    ]);
    expect(second.sent).toEqual(['refused']);
  });

  it('leave items without a result that were not begun after a failure', async () => {
    const drafts = await draftsOf('a', 'refused', 'c');
    const { sent, send } = service({ refused: failure('rejected') });
    const step = itemsAtOnce({ atOnce: 1, goOn: false, signal: undefined });
    await journey([step], send)(drafts);
    expect(sent).toEqual(['a', 'refused']);
    expect(outcomes(drafts)).toEqual(['id of a', 'rejected', undefined]);
  });

  it('end at once when the execution is stopped: what was begun may have been sent', async () => {
    const drafts = await draftsOf('a', 'b');
    const stop = new AbortController();
    const step = itemsAtOnce({ atOnce: 1, goOn: true, signal: stop.signal });
    const never: Next<Draft> = () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await journey([step], never)(drafts);
    expect(drafts.map(({ result }) => result)).toMatchObject([
      { ok: false, error: { outcome: 'unknown', code: 'cancelled' } },
      undefined,
    ]);
  });
});
