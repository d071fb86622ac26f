import { further, person, smsChannel } from '../../hosts/node-red/asking';
import { accountNode, form, typed, sendNode, sink, tab, watchers } from '../../hosts/node-red/flows';
import { pass } from '../../hosts/node-red/passing';

import { at, useAsking } from './asking';

useAsking();

const sentTo = (to: string) => at.sandbox.messages().filter((message) => message.to === to);

describe('a message with fallback channels', () => {
  const flow = (settings: object, account: object = {}) => [
    tab,
    accountNode(at.sandbox.url, account),
    sendNode(settings),
    ...['out', 'failed'].map(sink),
    ...watchers('send'),
  ];

  it('goes to the next one when it is refused or fails, by its report or by asking', async () => {
    at.sandbox.change({ automaticDelivery: 10 });
    for (const account of [{ publicAddress: at.nodeRed.url }, {}]) {
      await at.nodeRed.forget();
      await at.nodeRed.deploy(flow(further([smsChannel]), account));
      const refused = await pass(at.nodeRed, 'send', { to: '+41790000006', payload: 'Code 1' });
      expect(await refused.arrivesAt('out')).toMatchObject({
        payload: {
          outcome: 'accepted',
          channel: 'Sms',
          attempts: [
            { channel: 'Whatsapp', outcome: 'rejected', reason: expect.stringContaining('does not have') },
            { channel: 'Sms', outcome: 'delivered' },
          ],
        },
      });
      const failed = await pass(at.nodeRed, 'send', { to: '+41790000007', payload: 'Code 2' });
      expect(await failed.arrivesAt('out')).toMatchObject({
        payload: { channel: 'Sms', attempts: [{ outcome: 'failed' }, { outcome: 'delivered' }] },
      });
    }
    at.sandbox.change({ automaticDelivery: 'manual' });
    const { payload } = await at.nodeRed.messageAt('out');
    const to = person();
    const next = form({
      message: { to: typed('str', to) },
      content: { text: typed('str', 'It got through') },
    });
    await at.nodeRed.deploy(flow({ channel: 'Whatsapp', ...next }));
    await pass(at.nodeRed, 'send', { payload });
    expect(sentTo(to)).toMatchObject([{ channel: 'Whatsapp', content: { text: 'It got through' } }]);
  });

  it('gives only the service the secret for its reports', async () => {
    const credentials = { username: 'demo', password: 'demo', webhookSecret: 'open-sesame' };
    const account = { publicAddress: at.nodeRed.url, credentials };
    for (const validateOnly of [true, false]) {
      await at.nodeRed.deploy(flow(further([smsChannel], { validateOnly }), account));
      const to = person();
      const { arrivesAt } = await pass(at.nodeRed, 'send', { to, payload: 'Code' });
      const out = JSON.stringify(await arrivesAt('out'));
      expect([out.includes('notification'), out.includes('sesame')]).toEqual([validateOnly, false]);
      expect(JSON.stringify(sentTo(to)).includes('?secret=open-sesame')).toBe(!validateOnly);
    }
  });

  it('says what keeps reports away, if it waits for any', async () => {
    const publicAddress = at.nodeRed.url;
    await at.nodeRed.deploy(flow(further([smsChannel]), { allowedCallers: 'me' }));
    await pass(at.nodeRed, 'send', {});
    expect(at.nodeRed.logText).not.toMatch('cannot be an allowed caller');
    await at.nodeRed.deploy(flow(further([smsChannel]), { allowedCallers: 'me', publicAddress }));
    await pass(at.nodeRed, 'send', {});
    expect(at.nodeRed.logText).toMatch('"me" cannot be an allowed caller');
  });

  it('is never sent again after an unknown outcome', async () => {
    await at.nodeRed.deploy(flow(further([smsChannel, { ...smsChannel, type: 'Rcs' }])));
    const unknown = await pass(at.nodeRed, 'send', { to: '+41790000600', payload: 'Code' });
    expect(await unknown.arrivesAt('failed')).toMatchObject({
      error: { outcome: 'unknown', attempts: [{ channel: 'Whatsapp', outcome: 'unknown' }] },
    });
    expect(sentTo('+41790000600').filter(({ channel }) => channel !== 'Whatsapp')).toEqual([]);
  });

  it('goes on after a deploy, and when its time is up; a late delivery is told', async () => {
    const to = person();
    const settings = further([smsChannel], { after: '4' });
    await at.nodeRed.deploy(flow(settings, { publicAddress: at.nodeRed.url }));
    at.nodeRed.inject('send', { _msgid: to, to, payload: 'Code' });
    const first = await at.nodeRed.until(() => sentTo(to)[0]);
    await at.nodeRed.statusLike('send', /waiting 1/);
    await at.nodeRed.deploy(flow(settings, { publicAddress: at.nodeRed.url }));
    const second = await at.nodeRed.until(() => sentTo(to)[1]);
    expect(second).toMatchObject({ channel: 'Sms', content: { text: 'Code' } });
    at.sandbox.setState(first.messageId, 'Delivered');
    expect(await at.nodeRed.messageAt('out')).toMatchObject({
      payload: {
        channel: 'Whatsapp',
        attempts: [{ outcome: 'delivered', late: true }, { outcome: 'accepted' }],
      },
    });
    expect(sentTo(to)).toHaveLength(2);
  });

  it('goes on as it began when its fallback channels are taken from the node', async () => {
    const to = person();
    const settings = further([smsChannel], { after: '4' });
    await at.nodeRed.deploy(flow(settings));
    at.nodeRed.inject('send', { to, payload: 'Code' });
    await at.nodeRed.until(() => sentTo(to)[0]);
    await at.nodeRed.statusLike('send', /waiting 1/);
    await at.nodeRed.deploy(flow(further([])));
    expect(await at.nodeRed.messageAt('out')).toMatchObject({
      payload: {
        outcome: 'accepted',
        attempts: [
          { channel: 'Whatsapp', outcome: 'accepted' },
          { channel: 'Sms', outcome: 'accepted' },
        ],
      },
    });
    expect(sentTo(to)).toHaveLength(2);
  });

  it('has a content of its own for each channel: a form, or JSON, also from the message', async () => {
    at.sandbox.change({ automaticDelivery: 10 });
    const template = {
      namespace: typed('str', 'ns_1'),
      name: typed('msg', 'name'),
      language: { code: typed('str', 'de') },
    };
    const channels = [
      { type: 'Whatsapp', from: typed('str', ''), content: { type: 'Template', ...template } },
      { type: 'Rcs', from: typed('str', ''), content: { type: 'Json', json: typed('msg', 'rcs') } },
    ];
    await at.nodeRed.deploy(flow({ ...further(channels), channel: 'Sms' }));
    // To this number nothing gets through.
    const msg = { to: '+41790000002', payload: 'Call us', name: 'reminder' };
    const rcs = { type: 'Image', url: 'https://example.com/a.jpg' };
    const seen = sentTo(msg.to).length;
    for (const given of [rcs, JSON.stringify({ Type: 'Image', URL: rcs.url })]) {
      const passed = await pass(at.nodeRed, 'send', { ...msg, rcs: given });
      expect(await passed.arrivesAt('failed')).toMatchObject({
        error: {
          attempts: [{ channel: 'Sms' }, { channel: 'Whatsapp' }, { channel: 'Rcs', outcome: 'failed' }],
        },
      });
    }
    const contents = [
      { type: 'Text', text: 'Call us' },
      { type: 'Template', namespace: 'ns_1', name: 'reminder', language: { code: 'de' } },
      rcs,
    ];
    expect(
      sentTo(msg.to)
        .slice(seen)
        .map(({ content }) => content),
    ).toEqual([...contents, ...contents]);
    at.sandbox.change({ automaticDelivery: 'manual' });
    const wrong = [
      ['{ "type": "Image"', 'Fallback channels 2 › Content (JSON): must be JSON'],
      ['[]', 'content'],
      [
        { type: 'Location', latitude: 200, longitude: 0, name: 'x' },
        'Fallback channels 2 › content.latitude',
      ],
    ] as const;
    for (const [given, said] of wrong) {
      const passed = await pass(at.nodeRed, 'send', { ...msg, rcs: given });
      expect(await passed.arrivesAt('failed')).toMatchObject({
        error: { code: 'invalid_request', message: expect.stringContaining(said) },
      });
    }
    expect(sentTo(msg.to)).toHaveLength(seen + 6);
  });

  it.each([
    ['in the account', '', { senderSms: '+41795550100' }],
    ['in the node', '+41795550100', {}],
  ])(
    'sends from an SMS number with +, on the first channel and on a further one: %s',
    async (_, own, account) => {
      const from = typed('str', own);
      const to = person();
      const message = { to: typed('msg', 'to'), from };
      const first = {
        ...further([{ ...smsChannel, type: 'Rcs' }], { countsAs: 'accepted' }),
        channel: 'Sms',
      };
      await at.nodeRed.deploy(flow({ ...first, ...form({ message }) }, account));
      const onFirst = await pass(at.nodeRed, 'send', { to, payload: 'Code' });
      expect(await onFirst.arrivesAt('out')).toMatchObject({
        payload: { channel: 'Sms', outcome: 'accepted' },
      });
      expect(sentTo(to)).toMatchObject([{ channel: 'Sms', from: '0041795550100' }]);

      // WhatsApp refuses this number.
      const refused = '+41790000006';
      const seen = sentTo(refused).length;
      await at.nodeRed.deploy(flow(further([{ ...smsChannel, from }], { countsAs: 'accepted' }), account));
      const onSecond = await pass(at.nodeRed, 'send', { to: refused, payload: 'Code' });
      expect(await onSecond.arrivesAt('out')).toMatchObject({
        payload: { channel: 'Sms', outcome: 'accepted' },
      });
      expect(sentTo(refused).slice(seen)).toMatchObject([{ channel: 'Sms', from: '0041795550100' }]);
    },
  );

  it('is judged on all its channels before the first one gets it', async () => {
    const to = person();
    await at.nodeRed.deploy(
      flow(further([{ ...smsChannel, from: typed('str', 'A sender that is too long') }])),
    );
    const wrong = await pass(at.nodeRed, 'send', { to, payload: 'Code' });
    expect(await wrong.arrivesAt('failed')).toMatchObject({
      error: {
        code: 'invalid_request',
        message: expect.stringMatching(/^Fallback channels 1 › From: must be up to 16 digits/),
      },
    });
    expect(sentTo(to)).toEqual([]);
  });
});
