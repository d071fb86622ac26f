import type { NodeMessage } from 'node-red';

import { checkMessage, Client } from '../../core/client';
import type { Wait } from '../../node-red/calls/wait';
import { Waits } from '../../node-red/calls/waits';
import { questionSender, type Question } from '../../node-red/messaging-ask/steps';
import { stoppedBefore } from '../../node-red/outcome/failure';
import { Job, type Task } from '../../node-red/work/job';

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
  async begin(changes: ReadonlyArray<readonly [string, (present: Wait) => Wait]>): Promise<void> {
    for (const [id, next] of changes) {
      const record = this.states.get(id);
      if (record !== undefined) record.state = next(record.state);
    }
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

/** A question whose turn comes at once, after `before`. */
async function questionOf(client = accepts, before: () => Promise<unknown> = atOnce): Promise<Question> {
  const msg = { _msgid: '1', payload: '?' };
  const request = { channel: 'Sms', from: 'Test', to: '+41791112233', content: { type: 'Text', text: '?' } };
  const call = async <T>(_jobs: readonly Job[], task: Task<T>): Promise<T> => {
    await before();
    return task(client, new AbortController().signal);
  };
  const job = new Job({ call, pause: refused, until: refused, notEnded }, msg, notEnded, notEnded);
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
  };
  return { job, wait, request: await checkMessage(request) };
}

const atOnce = () => Promise.resolve();
const refused = () => Promise.reject(new Error('not needed'));
const notEnded = () => undefined;

function asking() {
  const [waits, journal] = [new Waits(), new FakeJournal()];
  const guards = { compare: undefined, windowFor: undefined, windowLabel: '', rateLimit: undefined };
  const ask = questionSender(journal, waits, guards);
  const codeOf = async (question: Question) => (await ask(question))?.error.code;
  return { waits, journal, codeOf };
}

describe('a question', () => {
  it('is sent and recorded', async () => {
    const { journal, codeOf } = asking();
    expect(await codeOf(await questionOf())).toBeUndefined();
    expect(journal.states.get(REFERENCE)?.state).toMatchObject({ stage: 'waiting', messageId: 'm1' });
    expect(sends).toHaveLength(1);
  });

  it('fails with the error of the service', async () => {
    expect(await asking().codeOf(await questionOf(refuses))).toBe('refused');
  });

  it('is not sent if it is cancelled while it waits for its turn, which is no failure', async () => {
    const { waits, codeOf } = asking();
    const question = await questionOf(accepts, () => waits.cancel('ask'));
    expect(await codeOf(question)).toBeUndefined();
    expect(sends).toEqual([]);
  });

  it('is left to the node that replaces a closing one', async () => {
    const { journal, codeOf } = asking();
    const question = await questionOf(accepts, async () => {
      question.wait.stage = 'sending';
      throw stoppedBefore();
    });
    expect(await codeOf(question)).toBe('stopped');
    expect(journal.states.get(REFERENCE)?.state.stage).toBe('queued');
  });

  it('is refused if too many wait', async () => {
    const { journal, codeOf } = asking();
    journal.size = 10_000;
    await expect(codeOf(await questionOf())).rejects.toMatchObject({ code: 'too_many_waiting' });
    expect(sends).toEqual([]);
  });
});
