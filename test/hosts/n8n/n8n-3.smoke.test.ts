import { type Bench, outputs, startBench } from './messaging';
import type { N8nServer } from './n8nServer';
import { listen, type Listening } from './triggerCalls';
import { until } from './until';
import { approval, ask, asking, branch, ended, tap } from './waiting';

/** What n8n 3 changes, with the settings that the newest n8n 2 has for it. docs/operations.md says what to do. */
jest.setTimeout(300_000);

const inNewest = process.env.N8N_HOST === 'newest' ? describe : describe.skip;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const message = { from: 'Test', to: '+41791234567', text: 'Hello' };

inNewest('with the settings of n8n 3', () => {
  let bench: Bench;
  let trigger: Listening;
  beforeAll(async () => {
    bench = await startBench({
      N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
      N8N_RUNNERS_TASK_TIMEOUT: '60',
      N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
      N8N_ENV_FEAT_ENCRYPTION_KEY_ROTATION: 'true',
    });
    trigger = await listen(bench, { allowedCallers: '127.0.0.1' });
  });
  afterAll(() => bench?.stop());
  beforeEach(() => {
    bench.sandbox.reset();
    serviceCalls(bench.n8n);
  });

  /** The ports of n8n change with each start. */
  const serviceCalls = ({ url }: N8nServer) =>
    bench.sandbox.change({
      inboundUrls: { default: url + new URL(trigger.url).pathname },
      retryDelays: [],
    });
  const restart = async (changed: Record<string, string>) => {
    await bench.n8n.restart('stop', changed);
    serviceCalls(bench.n8n);
  };
  const next = () => bench.sandbox.nextMessage(60_000);
  const inLog = (words: string) => until(`"${words}"`, async () => bench.n8n.logs().includes(words));

  it('uploads a file that n8n keeps on disk', async () => {
    const image = { data: PIXEL, mimeType: 'image/png', fileName: 'pixel.png' };
    const execution = await bench.run({ resource: 'media', operation: 'upload' }, [
      { binary: { data: image } },
    ]);
    expect(outputs(execution)).toMatchObject([{ fileName: 'pixel.png', mimeType: 'image/png', size: 70 }]);
  });

  it('with Always Output Data, nobody seems to have answered where nobody has', async () => {
    const reported = asking('Whatsapp', { responseType: 'delivery' });
    const unheard = await ask(bench, reported, [{}], { alwaysOutputData: true });
    bench.sandbox.setState((await next()).messageId, 'Failed');
    const failed = await ended(bench, unheard);
    expect(branch(failed, 'Answered')).toEqual([]);
    expect(branch(failed, 'No Answer')).toMatchObject([{ data: { delivered: false } }]);

    const waiting = await ask(bench, asking('Whatsapp', approval), [{}], { alwaysOutputData: true });
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered')).toMatchObject([{ answered: true, data: { approved: true } }]);
    expect(branch(execution, 'No Answer')).toEqual([]);
  });

  it('takes an answer to a question from before the encryption key was rotated', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const question = await next();
    await bench.n8n.call('POST', '/rest/encryption/keys', { type: 'data_encryption' });
    await restart({});
    await tap(bench.sandbox, question);
    expect(branch(await ended(bench, waiting), 'Answered')).toMatchObject([{ answered: true }]);
    expect((await bench.run(message)).status).toBe('success');
  });

  it('says in the log that an answer was refused, because the key of signatures is another', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const question = await next();
    await restart({ N8N_HMAC_SIGNATURE_SECRET: 'another' });
    await tap(bench.sandbox, question);
    await inLog(
      'A tap was refused, because its button was not made by this n8n with its present key and address',
    );
    expect((await bench.n8n.execution(waiting.id)).status).toBe('waiting');
  });

  describe('with its protection against SSRF', () => {
    it('sends nothing to an address that it blocks, and says what to set', async () => {
      await restart({ N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' });
      const { error } = await bench.run(message);
      expect(error?.message).toContain(
        'n8n does not allow requests to 127.0.0.1: its protection against SSRF is on (not sent)',
      );
      expect(error?.description).toContain(
        'set N8N_SSRF_ALLOWED_HOSTNAMES to 127.0.0.1, or N8N_SSRF_ALLOWED_IP_RANGES to its address',
      );
      expect(bench.sandbox.messages()).toEqual([]);
    });

    it('does not lose an answer that it keeps from its workflow: the service calls again', async () => {
      // The sandbox can be reached, n8n itself cannot; several starts while it waits make n8n's own recovery call the execution crashed, at times.
      const baseUrl = bench.sandbox.url.replace('127.0.0.1', 'localhost');
      const credential = await bench.newCredential({ baseUrl });
      const waiting = await ask(bench, asking('Whatsapp', approval), [{}], { credential });
      const question = await next();
      const { push } = await tap(bench.sandbox, question);
      expect(push?.attempts.at(-1)).toMatchObject({ status: 503 });
      await inLog('An answer could not resume its workflow: n8n does not allow calls to itself');
      await restart({ N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' });
      await tap(bench.sandbox, question);
      const execution = await ended(bench, waiting);
      expect({
        status: execution.status,
        error: execution.error?.message,
        answered: branch(execution, 'Answered'),
        noAnswer: branch(execution, 'No Answer'),
      }).toMatchObject({ status: 'success', answered: [{ answered: true }] });
    });
  });
});
