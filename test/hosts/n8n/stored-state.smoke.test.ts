import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../../package.json';
import { type Bench, startBench } from './messaging';
import { readStored, type StoredExecution, writeStored } from './storedExecution';
import { listen } from './triggerCalls';
import { approval, ask, asking, branch, choicesOf, ended, NUMBER, PERSON } from './waiting';

/**
 * What each release has stored, as n8n kept it: an execution that waits, and the button that the person got. `RECORD_STATE=1` records it for
 * the version in package.json.
 */
interface Recording {
  /** The names by which n8n knew what is made anew in each test. */
  ids: { execution: string; workflow: string; credential: string };
  stored: StoredExecution;
  button: { id: string; title: string };
}

const folder = path.join(__dirname, 'stored');
const records = process.env.RECORD_STATE === '1';
/** Part of what n8n has signed. */
const node = { id: '5f0c1a52-0d4b-4b8e-9d0a-6f6d6d3a2c11' };

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  const { url } = await listen(bench, { allowedCallers: '127.0.0.1' });
  bench.sandbox.change({ inboundUrls: { default: url } });
});
afterAll(async () => {
  await bench?.stop();
});

/** Makes a new execution wait, whose state is then recorded or replaced. */
async function waiting() {
  const execution = await ask(bench, asking('Whatsapp', approval), [{ json: { invoice: 4711 } }], node);
  const [button] = choicesOf(await bench.sandbox.nextMessage(100_000));
  if (button === undefined) throw new Error('The question has no button');
  const stored = await readStored(bench.n8n, execution.id);
  const { id: workflow }: { id: string } = JSON.parse(stored.workflowData);
  const ids = { execution: execution.id, workflow, credential: bench.credential.id };
  return { execution, recording: { ids, stored, button } };
}

async function record(): Promise<void> {
  const { recording } = await waiting();
  writeFileSync(path.join(folder, `${version}.json`), `${JSON.stringify(recording, null, 2)}\n`);
}

if (records) it('records what this version stores', record);
else
  it.each(readdirSync(folder))(
    'an execution of version %s that waits is answered by its button',
    async (file) => {
      const { ids, stored, button }: Recording = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
      const { execution, recording } = await waiting();
      // n8n has signed the number of the execution with the button.
      expect(execution.id).toBe(ids.execution);
      const now = (text: string) =>
        text
          .replaceAll(ids.workflow, recording.ids.workflow)
          .replaceAll(ids.credential, recording.ids.credential)
          .replaceAll('"invoice":4711', '"invoice":4712');
      const { data, workflowData } = stored;
      await writeStored(bench.n8n, execution.id, { data: now(data), workflowData: now(workflowData) });
      // Another n8n signs with another secret.
      const [signature = ''] = /signature=.*/.exec(recording.button.id) ?? [];
      const id = button.id.replace(/signature=.*/, signature);
      await bench.sandbox.receive({
        from: PERSON,
        to: NUMBER,
        channel: 'Whatsapp',
        reply: { type: 'Button', id, title: button.title },
      });
      expect(branch(await ended(bench, execution), 'Answered')).toMatchObject([
        { invoice: 4712, answered: true, data: { approved: true }, via: 'chat' },
      ]);
    },
  );
