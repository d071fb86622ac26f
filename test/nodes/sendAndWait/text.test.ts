import {
  answered,
  approval,
  ask,
  bench,
  channels,
  choices,
  freeText,
  lastMessage,
  linkOf,
  PERSON,
  press,
  tap,
  write,
} from './asking';

describe('a free text', () => {
  it.each(channels)('is the next message on %s; the one after it is like any other', async (channel) => {
    const waiting = await ask(channel, freeText);
    const message = lastMessage();
    expect(linkOf(message)).toBe('');
    expect(await write(message, 'Only half of it')).toEqual([]);
    expect(await answered(waiting)).toMatchObject([
      { data: { text: 'Only half of it' }, answeredBy: PERSON, via: 'chat' },
    ]);
    expect(await write(message, 'One more thing')).toMatchObject([{ text: 'One more thing' }]);
  });

  it('may be a STOP, which starts the workflow of the trigger as well', async () => {
    const waiting = await ask('Sms', freeText);
    expect(await write(lastMessage(), 'Stop.')).toMatchObject([{ text: 'Stop.' }]);
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Stop.' } }]);
  });

  it('comes by a link while no trigger listens, or where the node wants it', async () => {
    bench.listens(false);
    await ask('Rcs', freeText);
    expect(linkOf(lastMessage())).toMatch(/^http/);
    bench.listens(true);
    await ask('Rcs', { ...freeText, options: { answerBy: 'link' } });
    expect(linkOf(lastMessage())).toMatch(/^http/);
  });

  it('of one person answers the oldest question first, and that of others none', async () => {
    const [first, second] = [await ask('Sms', freeText), await ask('Sms', freeText)];
    const message = lastMessage();
    for (const other of [{ from: '+41799999999' }, { to: '+41795550199' }, { channel: 'Whatsapp' }])
      expect(await write(message, 'not me', other)).toHaveLength(1);
    await write(message, 'one');
    await write(message, 'two');
    expect(await answered(first)).toMatchObject([{ data: { text: 'one' } }]);
    expect(await answered(second)).toMatchObject([{ data: { text: 'two' } }]);
  });

  it.each<[string, object, object[]]>([
    ['Yes', {}, []],
    ['STOP', { options: { repeated: 'pass' } }, [{ text: 'STOP' }]],
  ])('answers one question although it comes twice, also at once: %s', async (text, trigger, started) => {
    const [first, second] = [await ask('Sms', freeText), await ask('Sms', freeText)];
    const copy = { from: PERSON, to: '0041795550100', text, messageId: 'copy' };
    // Two workflows can have triggers for one number.
    const triggers = ['a', 'a', 'b', 'b'].map((id) => ({ ...trigger, id }));
    for (const events of await Promise.all(triggers.map((each) => bench.receive(copy, each))))
      expect(events).toMatchObject(started);
    expect(await answered(first)).toMatchObject([{ data: { text } }]);
    await write(lastMessage(), 'next');
    expect(await answered(second)).toMatchObject([{ data: { text: 'next' } }]);
  });

  it('is no message that has started a workflow before', async () => {
    const before = { from: PERSON, to: '0041795550100', text: 'Hello', messageId: 'before' };
    expect(await bench.receive(before)).toHaveLength(1);
    const waiting = await ask('Sms', freeText);
    expect(await bench.receive(before, { id: 'other' })).toHaveLength(1);
    expect(waiting.status).toBe('waiting');
  });
});

describe('a link', () => {
  it('shows a page that decides nothing; its button does, once', async () => {
    const waiting = await ask('Sms', { ...approval, message: '<b>May it</b> be paid?' });
    const url = linkOf(lastMessage());
    const page = await bench.open(url);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('&lt;b&gt;May it&lt;/b&gt; be')]);
    expect(page.body).not.toMatch(/<script|<b>/);
    expect(waiting.status).toBe('waiting');
    expect(await press(url, { choice: '1' })).toContain('You chose: <strong>Decline');
    const [item] = await answered(waiting);
    // Anybody can have the link, but it belongs to one person.
    const own = { recipient: PERSON, answeredBy: PERSON, channel: 'Sms' };
    expect(item).toMatchObject({ data: { approved: false }, via: 'page', ...own });
    expect(item).not.toHaveProperty('answerMessageId');
    expect(await press(url, { choice: '0' })).not.toContain('You chose');
  });

  it('offers up to ten choices, each with its value', async () => {
    const waiting = await ask('Sms', choices(10));
    const url = linkOf(lastMessage());
    expect((await bench.open(url)).body.match(/<button/g)).toHaveLength(10);
    await press(url, { choice: '9' });
    expect(await answered(waiting)).toMatchObject([{ data: { choice: 'slot-9' }, via: 'page' }]);
  });

  it('takes a text, and asks again for one that is empty', async () => {
    const waiting = await ask('Sms', { ...freeText, from: 'MyCompany' });
    const url = linkOf(lastMessage());
    expect(await press(url, { text: '  ' })).toContain('Please enter an answer');
    expect(waiting.status).toBe('waiting');
    await press(url, { text: 'Grüezi & <b>hello</b>' });
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Grüezi & <b>hello</b>' } }]);
  });

  it('is believed only as far as it goes: no choice that there is none of, nobody else’s name', async () => {
    const waiting = await ask('Sms', approval);
    const url = linkOf(lastMessage());
    const object = { toString: 0 };
    for (const odd of [{ choice: '7' }, {}, [object], { messagingServiceAnswer: object }])
      await press(url, odd);
    expect(waiting.status).toBe('waiting');
    const claimed = JSON.stringify({ id: 'x', via: 'chat', by: '+41790000000', choice: 1 });
    expect(await press(url, { messagingServiceAnswer: claimed })).toContain('refused');
    await press(url, { choice: '0' });
    expect(await answered(waiting)).toMatchObject([{ answeredBy: PERSON, via: 'page' }]);
  });

  it('opens a page in the language of the question, whatever the browser prefers', async () => {
    await ask('Sms', { ...approval, language: 'Italian' });
    const headers = { 'accept-language': 'de-CH' };
    const { body } = await bench.open(linkOf(lastMessage()), 'GET', undefined, headers);
    expect(body).toMatch(/<html lang="it">[^]*Approva[^]*Rifiuta/);
  });

  it('counts behind a path that a proxy removes, and so does a tap', async () => {
    const settings = { address: 'https://n8n.test/n8n' };
    const linked = await ask('Sms', approval, [{}], settings);
    const url = linkOf(lastMessage());
    expect(url).toContain('https://n8n.test/n8n/webhook-waiting/');
    expect((await bench.open(url)).status).toBe(200);
    expect(await press(url, { choice: '0' })).toContain('You chose: <strong>Approve');
    expect(await answered(linked)).toHaveLength(1);

    const tapped = await ask('Whatsapp', approval, [{}], settings);
    await tap(lastMessage());
    expect(await answered(tapped)).toHaveLength(1);
  });
});
