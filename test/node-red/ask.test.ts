import type { NodeMessage } from 'node-red';

import { checkMessage, Client, MessagingError } from '../../core/client';
import { end, journey, sendOne, type Next, type Step } from '../../core/journey';
import type { Wait } from '../../node-red/calls/wait';
import { Waits } from '../../node-red/calls/waits';
import {
  known,
  sendQuestions,
  unlessAsked,
  untilAnswered,
  type Question,
} from '../../node-red/messaging-ask/steps';
import { stoppedBefore } from '../../node-red/outcome/failure';
import type { Output } from '../../node-red/outcome/report';
import { Job } from '../../node-red/work/job';

/** Keeps states in memory. */
class FakeJournal {
  readonly states = new Map<string, { msg: NodeMessage; state: Wait }>();
  size = 0;

  find(msg: NodeMessage) {
    const found = [...this.states].find(([, record]) => record.msg === msg);
    return found && { id: found[0], state: found[1].state };
  }
  async append(id: string, msg: NodeMessage, state: Wait): Promise<boolean> {
    this.states.set(id, { msg, state });
    this.size += 1;
    return true;
  }
  async change(id: string, state: Wait): Promise<boolean> {
    const record = this.states.get(id);
    if (record !== undefined) record.state = state;
    return true;
  }
}

const REFERENCE = 'reference1';
const sends: string[] = [];
beforeEach(() => (sends.length = 0));

/** The service, which accepts a message or refuses it. */
function service(answer: { status: number; body: object }): Client {
  return new Client({
    account: { baseUrl: 'http://127.0.0.1', version: 2, versionIn: 'path' },
    transport: async ({ body }) => {
      sends.push(String(body));
      return { status: answer.status, headers: {}, body: JSON.stringify(answer.body) };
    },
  });
}
const accepts = service({ status: 200, body: { messageId: 'm1' } });
const refuses = service({ status: 400, body: { message: 'No such sender' } });

async function questionOf(changes: Partial<Wait> = {}, client = accepts): Promise<Question> {
  const msg = { _msgid: '1', payload: '?' };
  const request = { channel: 'Sms', from: 'Test', to: '+41791112233', content: { type: 'Text', text: '?' } };
  const job = new Job({ call: never, pause: never, until: never, notEnded }, msg, notEnded, notEnded);
  const wait: Wait = {
    reference: REFERENCE,
    owner: 'ask',
    askedAt: Date.now(),
    channel: 'Sms',
    person: '+41791112233',
    sender: 'Test',
    expects: { kind: 'any', options: [] },
    stage: 'queued',
    endsWith: 'answer',
    until: Date.now() + 60_000,
    alsoTriggers: false,
    ...changes,
  };
  return { job, wait, request: await checkMessage(request), call: { client, options: {} } };
}

const never = () => Promise.reject(new Error('not needed'));
const notEnded = () => undefined;

/** The journey of a question, as the node has it, without its turn. */
function asking({ more = [] }: { more?: Array<Step<Question>> } = {}) {
  const [waits, journal] = [new Waits(), new FakeJournal()];
  const ask: Next<Question> = journey<Question>(
    [
      untilAnswered(
        ({ wait }) => waits.end(wait.reference),
        async ({ wait }, { how }): Promise<Output> => ({
          payload: [wait.messageId, how],
          port: 0,
          status: { key: 'answered' },
        }),
      ),
      unlessAsked(waits),
      ...more,
      known(journal, waits),
    ],
    sendQuestions(journal, waits),
  );
  const outcome = (question: Question) =>
    sendOne<Output, Question>(ask, question).then(
      ({ payload }) => payload,
      (error: unknown) => (error instanceof MessagingError ? error.code : error),
    );
  return { waits, journal, outcome };
}

const isAsked = (waits: Waits) => waits.find(REFERENCE)?.stage === 'waiting';

/** Until the question was sent. */
async function untilAsked(waits: Waits): Promise<void> {
  while (!isAsked(waits)) await new Promise((resolve) => setImmediate(resolve));
}

describe('the journey of a question', () => {
  it('is sent, recorded, and ends with the answer', async () => {
    const { waits, journal, outcome } = asking();
    const question = await questionOf();
    const ended = outcome(question);
    await untilAsked(waits);
    expect(journal.states.get(REFERENCE)?.state).toMatchObject({ stage: 'waiting', messageId: 'm1' });
    expect([question.request, question.call]).toEqual([undefined, undefined]);
    await waits.cancel('ask');
    expect(await ended).toEqual(['m1', 'cancelled']);
    expect(sends).toHaveLength(1);
  });

  it('ends with the error of the service, and waits for nothing', async () => {
    const { outcome, journal } = asking();
    expect(await outcome(await questionOf({}, refuses))).toBe('refused');
    expect(journal.states.get(REFERENCE)?.state.stage).toBe('queued');
  });

  it('asks nobody again whom it asked before a restart', async () => {
    const { waits, outcome } = asking();
    const ended = outcome({ ...(await questionOf({ stage: 'waiting' })), request: undefined });
    await untilAsked(waits);
    await waits.cancel('ask');
    expect(await ended).toEqual([undefined, 'cancelled']);
    expect(sends).toEqual([]);
  });

  it('is unknown after a restart in the middle of its call', async () => {
    const { outcome } = asking();
    const question = { ...(await questionOf({ stage: 'sending' })), request: undefined };
    expect(await outcome(question)).toBe('interrupted');
  });

  it('sends nothing that is cancelled while it waits for its turn', async () => {
    const cancels: Step<Question> = async (questions, next) => {
      for (const { wait } of questions) waits.begin(wait);
      await waits.cancel('ask');
      await next(questions);
    };
    const { waits, outcome } = asking({ more: [cancels] });
    expect(await outcome(await questionOf())).toEqual([undefined, 'cancelled']);
    expect(sends).toEqual([]);
  });

  it('leaves what a closing node has not sent to the node that replaces it', async () => {
    const { journal, waits } = asking();
    const question = await questionOf();
    const closes: Next<Question> = async (questions) => {
      for (const { wait } of questions) wait.stage = 'sending';
      end(questions, { ok: false, error: stoppedBefore() });
    };
    await journey<Question>([known(journal, waits)], closes)([question]);
    expect(journal.states.get(REFERENCE)?.state.stage).toBe('queued');
  });

  it('is refused if too many wait', async () => {
    const { journal, outcome } = asking();
    journal.size = 10_000;
    expect(await outcome(await questionOf())).toBe('too_many_waiting');
    expect(sends).toEqual([]);
  });

  it('takes a further step by a line', async () => {
    const refusing: Step<Question> = async (questions) =>
      end(questions, { ok: false, error: stoppedBefore() });
    const { outcome, journal } = asking({ more: [refusing] });
    expect(await outcome(await questionOf())).toBe('stopped');
    expect([journal.size, sends]).toEqual([0, []]);
  });
});
