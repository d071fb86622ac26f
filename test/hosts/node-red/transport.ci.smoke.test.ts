import { ACCOUNT, testTransport, type Sender } from '../transport';
import { accountNode, sendNode, sink, tab } from './flows';
import { NodeRed } from './nodeRedServer';

const TIMEOUT_SECONDS = 2;

/** How a real Node-RED reaches the service. */
async function start(env: Record<string, string>): Promise<Sender> {
  const nodeRed = await NodeRed.start({ env });
  return {
    send: async (...baseUrls) => {
      const places = [...new Set(baseUrls)];
      const nodes = places.flatMap((baseUrl, index) => [
        {
          ...accountNode(baseUrl, {
            maxInFlight: 1,
            timeoutSeconds: TIMEOUT_SECONDS,
            credentials: { ...ACCOUNT, webhookSecret: '' },
          }),
          id: `account-${index}`,
        },
        { ...sendNode({ account: `account-${index}` }), id: `send-${index}` },
      ]);
      await nodeRed.deploy([tab, sink('out'), sink('failed'), ...nodes]);
      await nodeRed.forget();
      baseUrls.forEach((baseUrl, index) =>
        nodeRed.inject(`send-${places.indexOf(baseUrl)}`, { _msgid: String(index), payload: 'Hello' }),
      );
      await nodeRed.until(() => nodeRed.completions.length >= baseUrls.length, 'every outcome', 60_000);
      return baseUrls.map((_, index) => {
        const error = nodeRed.completions.find(({ msgid }) => msgid === String(index))?.error;
        return error === undefined
          ? { outcome: 'accepted' }
          : { outcome: String(error.outcome), code: error.code };
      });
    },
    stop: () => nodeRed.stop(),
  };
}

testTransport({
  name: 'Node-RED',
  start,
  timeoutMs: TIMEOUT_SECONDS * 1000,
  connectionsOf20: { direct: 1, proxied: 20 },
  seesConnection: true,
  waitsForClosedProxy: true,
  proxiesLocalhost: false,
});
