import { inboundNode, INBOUND_PATH, post, sms, triggerFlow } from '../../hosts/node-red/webhooks';
import { Runtime } from '../runtime';

it('a caller learns the address and the setting in the language of Node-RED', async () => {
  const nodeRed = await Runtime.start({ lang: 'de' });
  try {
    await nodeRed.deploy(triggerFlow(inboundNode({ refusedOutput: true }), { allowedCallers: '10.0.0.0/8' }));
    const answer = await post(`${nodeRed.url}${INBOUND_PATH}`, sms(), {
      'x-forwarded-for': '193.93.208.200',
    });
    expect(answer.text).toContain('127.0.0.1 zu „Erlaubte Aufrufer“ im Konto hinzu');
    const { payload } = await nodeRed.messageAt('refused');
    expect(payload).toMatchObject({
      reason: answer.text.trim(),
      hint: expect.stringMatching(/Node-RED.*"trust proxy"/),
    });
  } finally {
    await nodeRed.stop();
  }
});
