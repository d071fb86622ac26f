import { z } from 'zod/v4';

import { ACCOUNT, testTransport, type Sender, type Told } from '../transport';
import { outputs, startBench } from './messaging';

jest.setTimeout(240_000);

const TIMEOUT_SECONDS = 15;
const failed = z.object({ errorDetails: z.object({ outcome: z.string(), code: z.string() }) });

/** How a real n8n reaches the service. */
async function start(env: Record<string, string>): Promise<Sender> {
  const bench = await startBench(env);
  const sendTo = async (baseUrl: string, messages: number): Promise<Told[]> => {
    const parameters = {
      from: 'Test',
      to: '+41791234567',
      text: 'Hello',
      options: { itemsAtOnce: 1 },
    };
    const execution = await bench.run(parameters, Array(messages).fill({}), {
      credential: await bench.newCredential({ baseUrl, timeout: TIMEOUT_SECONDS, ...ACCOUNT }),
      onError: 'continueRegularOutput',
    });
    return outputs(execution).map(
      (output) => failed.safeParse(output).data?.errorDetails ?? { outcome: 'accepted' },
    );
  };
  return {
    send: async (...baseUrls) => {
      const told = await Promise.all(
        [...new Set(baseUrls)].map((place) =>
          sendTo(place, baseUrls.filter((each) => each === place).length),
        ),
      );
      return told.flat();
    },
    stop: () => bench.stop(),
  };
}

testTransport({
  name: 'n8n',
  start,
  timeoutMs: TIMEOUT_SECONDS * 1000,
  connectionsOf20: { direct: 20, proxied: 20 },
  // n8n 2.8 drops the error that its own error stands for.
  seesConnection: process.env.N8N_HOST === 'newest',
  waitsForClosedProxy: false,
  proxiesLocalhost: true,
});
