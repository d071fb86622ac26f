import { flowOf } from '../../hosts/node-red/asking';
import { form, typed } from '../../hosts/node-red/flows';
import { INBOUND_PATH, inboundNode, post } from '../../hosts/node-red/webhooks';
import { ask, at, deploy, useAsking } from './asking';

useAsking();

let last = 0;
/** A person that was not asked before. */
const person = () => `+4179222${String((last += 1)).padStart(4, '0')}`;

/** Settings of a node that asks by SMS with a link. */
const linked = (more: object = {}) => ({
  channel: 'Sms',
  ...form({ message: { to: typed('msg', 'to') } }),
  answerBy: 'link',
  ...more,
});
const yesOrNo = linked({ waitFor: 'choice', words: 'Yes, No' });
const reachable = (url = at.nodeRed.url) => ({ publicAddress: url });

/** Makes the node ask, and returns the link of the message. */
async function linkTo(to: string, payload = 'May we come?'): Promise<string> {
  const { content } = await ask({ to, payload });
  return linkIn(content);
}

function linkIn(content: object): string {
  const [, link] = /\n(http\S+)$/.exec(String(Reflect.get(content, 'text'))) ?? [];
  if (link === undefined) throw new Error(`There is no link in ${JSON.stringify(content)}`);
  return link;
}

async function open(url: string, options: RequestInit = {}) {
  const answer = await fetch(url, { ...options, headers: { connection: 'close', ...options.headers } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

/** Presses a button of the page, as a browser without scripts does. */
const press = (url: string, fields: Record<string, string>) =>
  open(url, { method: 'POST', body: new URLSearchParams(fields) });

const token = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const withToken = (url: string, other: string) => url.slice(0, -token(url).length) + other;

describe('the page behind a link', () => {
  it('shows the question and its words; opening it answers nothing, pressing a button does', async () => {
    await deploy(yesOrNo, reachable());
    const to = person();
    const url = await linkTo(to, 'May we <come> & see?');
    expect(token(url)).toMatch(/^[\w-]{38}$/);
    expect(url.startsWith(`${at.nodeRed.url}${INBOUND_PATH}/a/`)).toBe(true);

    const robot = { headers: { 'user-agent': 'WhatsApp/2.23 A', 'accept-language': 'de-CH,en;q=0.5' } };
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await open(url, { ...robot, method })).status).toBe(200);
    }
    const { html, headers } = await open(url, robot);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('May we &lt;come&gt; &amp; see?');
    expect(html).not.toContain('http');
    expect(html).toMatch(/value="0"[^>]*>Yes<[^]*value="1"[^>]*>No</);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action/,
      ),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    });
    await at.nodeRed.statusLike('ask', /^1 waiting · 0 answered$/);

    expect((await press(url, { choice: '1' })).html).toMatch(/Thank you[^]*You chose:[^]*No/);
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({
      to,
      payload: 'No',
      answer: { via: 'page', text: 'No', respondedAt: expect.stringMatching(/Z$/) },
      question: { channel: 'Sms', to, outcome: 'answered' },
    });
    for (const again of [await open(url), await press(url, { choice: '0' })]) {
      expect(again).toMatchObject({ status: 200, html: expect.stringContaining('already been answered') });
    }
    expect(at.nodeRed.at('answer')).toHaveLength(1);
  });

  it('takes a text, and asks again for one that is empty', async () => {
    await deploy(linked(), reachable());
    const url = await linkTo(person());
    expect((await open(url)).html).toContain('<textarea');
    expect((await press(url, { text: '  ' })).html).toContain('Please enter an answer');
    await press(url, { text: 'Grüezi & <b>hello</b> = %20' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Grüezi & <b>hello</b> = %20' });
  });

  it('takes only what the question offers', async () => {
    await deploy(yesOrNo, reachable());
    const url = await linkTo(person());
    const wrong: Array<Record<string, string>> = [
      { choice: '2' },
      { choice: '-1' },
      { text: 'Yes' },
      { choice: '__proto__' },
      {},
    ];
    for (const fields of wrong) {
      expect((await press(url, fields)).html).toContain('May we come?');
    }
    expect((await open(url, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect(await open(url, { method })).toMatchObject({ status: 405 });
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    expect(at.nodeRed.at('answer')).toEqual([]);
  });

  it('is open for as long as the node waits, whatever becomes of the time of day', async () => {
    await deploy(yesOrNo, reachable());
    const url = await linkTo(person());
    jest.setSystemTime(Date.now() + 8 * 86_400_000);
    expect((await press(url, { choice: '0' })).html).toContain('Thank you');
  });

  it('is closed when the time limit has passed', async () => {
    await deploy({ ...yesOrNo, limit: 1, limitUnit: 'seconds' }, reachable());
    const url = await linkTo(person());
    await at.nodeRed.messageAt('silence');
    expect(await press(url, { choice: '0' })).toMatchObject({ html: expect.stringContaining('is closed') });
    expect(at.nodeRed.at('answer')).toEqual([]);
  });

  it('is answered once when the person answers by SMS and on the page at the same time', async () => {
    await deploy(yesOrNo, reachable());
    for (let round = 0; round < 10; round += 1) {
      const to = person();
      const url = await linkTo(to);
      const bySms = { from: to, to: '+41795550100', text: 'Yes' };
      await Promise.all([
        at.sandbox.receive(bySms),
        press(url, { choice: '0' }),
        press(url, { choice: '0' }),
      ]);
      await at.nodeRed.messageAt('answer', round);
      expect(await open(url)).toMatchObject({
        status: 200,
        html: expect.stringContaining('already been answered'),
      });
      expect(at.nodeRed.at('answer')).toHaveLength(round + 1);
    }
  });
});

describe('nobody gets any further by a link', () => {
  it('that is forged: it shows and answers nothing', async () => {
    await deploy(yesOrNo, reachable());
    const [url, other] = [await linkTo(person()), await linkTo(person())];
    const [own, theirs] = [token(url), token(other)];
    const changed = own.slice(0, -2) + (own.at(-2) === 'x' ? 'y' : 'x') + own.slice(-1);
    const forged = [
      changed,
      own.slice(0, 16) + theirs.slice(16),
      theirs.slice(0, 16) + own.slice(16),
      own.toLowerCase() === own ? own.toUpperCase() : own.toLowerCase(),
      `${own}A`,
      own.slice(0, 16),
      `${own}/..`,
    ];
    for (const each of forged) {
      const seen = [await open(withToken(url, each)), await press(withToken(url, each), { choice: '0' })];
      for (const { status, html } of seen) {
        expect(status).toBe(404);
        expect(html).not.toContain('May we come?');
      }
    }
    await at.nodeRed.statusLike('ask', /^2 waiting · 0 answered$/);
    expect(at.nodeRed.at('answer')).toEqual([]);
  });

  it('by calls of the service through it, while callers that are not allowed get 403 on the inbound path', async () => {
    const others = { ...reachable(), allowedCallers: '' };
    await deploy(yesOrNo, others, inboundNode());
    const to = person();
    const url = await linkTo(to);
    const inbound = { from: to, to: '+41795550100', channel: 'Sms', content: { type: 'Text', text: 'Yes' } };
    expect(await post(`${at.nodeRed.url}${INBOUND_PATH}`, inbound)).toMatchObject({ status: 403 });
    expect((await open(url)).status).toBe(200);
    for (const address of [url, `${url}?secret=x`, `${url}/`]) {
      expect((await post(address, inbound)).status).not.toBe(403);
    }
    await at.nodeRed.statusLike('ask', /1 waiting · 0 answered$/);
    expect(at.nodeRed.at('out')).toEqual([]);
    await press(url, { choice: '0' });
    await at.nodeRed.messageAt('answer');
    expect(at.nodeRed.at('out')).toEqual([]);
  });

  it('and it stands in no log, and in no output', async () => {
    await deploy(yesOrNo, reachable());
    const url = await linkTo(person());
    await press(url, { choice: '0' });
    const answer = await at.nodeRed.messageAt('answer');
    const secrets = [token(url), token(url).slice(16)];
    for (const secret of secrets) {
      expect(`${at.nodeRed.logText}`).not.toContain(secret);
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
    expect(JSON.stringify(answer)).not.toContain('"key"');
  });
});

describe('links are off unless asked for', () => {
  it('so that a question has none, and an earlier one is closed', async () => {
    await deploy(yesOrNo, reachable());
    const url = await linkTo(person());
    await at.nodeRed.clear();
    await deploy(linked({ answerBy: 'message', waitFor: 'choice', words: 'Yes, No' }), reachable());
    const { content } = await ask({ to: person(), payload: 'May we come?' });
    expect(content).toMatchObject({ text: 'May we come?' });
    expect(await open(url)).toMatchObject({ status: 404, html: expect.stringContaining('is closed') });
  });

  it('and one that was sent stays valid when the node sends no more', async () => {
    await deploy(yesOrNo, reachable());
    const url = await linkTo(person());
    const off = linked({ answerBy: 'message', waitFor: 'choice', words: 'Yes, No' });
    await at.nodeRed.deploy(flowOf(at.sandbox.url, off, reachable()), 'nodes');
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    await press(url, { choice: '0' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Yes' });
  });

  it.each([
    ['the account has no public address', yesOrNo, {}, 'May we come?', /public address/],
    ['its public address is none', yesOrNo, { publicAddress: 'flows.example.com' }, 'Hi', /public address/],
    [
      'the message is no text',
      linked({ channel: 'Whatsapp', contentType: 'Location' }),
      { publicAddress: 'https://flows.example.com' },
      'May we come?',
      /only a text can contain the link/,
    ],
    [
      'the link would be cut off',
      linked({
        ...form({ message: { to: typed('msg', 'to') }, smsOptions: { pageLimit: typed('num', '1') } }),
      }),
      { publicAddress: 'https://flows.example.com' },
      'x'.repeat(150),
      /link at its end would be cut off/,
    ],
  ])('and a question is not sent if %s', async (_name, settings, account, payload, reason) => {
    await deploy(settings, account);
    const to = person();
    at.nodeRed.inject('ask', { to, payload });
    const { error } = await at.nodeRed.messageAt('failed');
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(reason) });
    expect(at.sandbox.messages().filter((message) => message.to === to)).toEqual([]);
  });
});
