import { inboundNode, INBOUND_PATH, triggerFlow } from '../../hosts/node-red/webhooks';
import { Runtime } from '../runtime';

it('a trigger says that the service is refused where httpNodeAuth asks every caller for a login', async () => {
  const nodeRed = await Runtime.start({ httpNodeAuth: { user: 'me', pass: 'hash' } });
  try {
    await nodeRed.deploy(triggerFlow(inboundNode({})));
    expect(await nodeRed.statusLike('inbound', /^callers need a password$/)).toMatchObject({
      fill: 'yellow',
    });
    expect(nodeRed.logText).toContain(`gets 401 and nothing arrives at ${INBOUND_PATH}`);
  } finally {
    await nodeRed.stop();
  }
});
