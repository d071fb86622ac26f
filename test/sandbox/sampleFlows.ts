import { json } from 'node:stream/consumers';
import type { Sandbox } from '../../sandbox';
import { readTest } from '../../sandbox/flowTests/format';
import type { Test } from '../../sandbox/flowTests/format';
import { serve } from '../network/listening';
import { call, field } from './support';

const ANNA = '+41795550111';

/** A message that a flow sends, with what differs from a text on WhatsApp to who wrote. */
interface Answer {
  content: object;
  channel?: string;
  to?: string;
  sendInMinutes?: number;
  /** How long the flow takes. */
  after?: number;
  /** How often it tries. */
  tries?: number;
}

/** What a flow answers to a text, or to the id of a button or row. */
type Answers = (said: string) => Answer[];

interface Flow {
  test: Test;
  answers: Answers;
}

const says = (text: string, changes: Omit<Answer, 'content'> = {}): Answer => ({
  content: { type: 'Text', text },
  ...changes,
});

const asks = (text: string, ...titles: string[]): Answer => {
  const buttons = titles.map((title) => ({ type: 'Reply', id: title.toLowerCase(), title }));
  return { content: { type: 'Interactive', body: { text }, action: { type: 'Button', buttons } } };
};

const lists = (text: string, ...titles: string[]): Answer => {
  const rows = titles.map((title) => ({ id: title.toLowerCase(), title }));
  const action = { type: 'List', button: 'Choose', sections: [{ rows }] };
  return { content: { type: 'Interactive', body: { text }, action } };
};

const random = (digits: number) =>
  String(Math.floor(Math.random() * 9 * 10 ** (digits - 1)) + 10 ** (digits - 1));

const flow = (steps: string, answers: Answers): Flow => ({
  test: readTest(`name: A flow\nperson: '${ANNA}'\nchannel: Whatsapp\nsteps:\n${steps}`),
  answers,
});

const order: Answers = (said) =>
  said === 'pizza'
    ? [says(`One pizza, order ${random(6)}.`)]
    : [asks('What would you like?', 'Pizza', 'Pasta')];

/** Flows that work, each with its test. */
export const sound = {
  greeting: flow('  - write: Hello\n  - expect: { text: Hello Anna }', () => [says('Hello Anna')]),
  buttons: flow(
    `  - write: Hungry
  - expect: { contains: would you like, button: Pizza }
  - tap: Pizza
  - expect: { pattern: 'One pizza, order \\d{6}\\.' }`,
    order,
  ),
  list: flow(
    `  - write: Menu
  - expect: { text: Our menu, button: Soup }
  - tap: Soup
  - expect: { text: Soup it is }`,
    (said) => (said === 'soup' ? [says('Soup it is')] : [lists('Our menu', 'Soup', 'Salad')]),
  ),
  code: flow(
    "  - write: Log in\n  - expect: { pattern: 'Your code is \\d{6}, until \\d{1,2}:\\d\\d', within: 5 seconds }",
    () => [says(`Your code is ${random(6)}, until 12:30`, { after: 50 })],
  ),
  reminder: flow(
    '  - write: Later\n  - expect: { contains: remind you }\n  - advance: 1 hour\n  - expect: { contains: your reminder }',
    // In this order: a test may move the clock as soon as it has the answer.
    () => [says('Here is your reminder', { sendInMinutes: 50 }), says('We remind you')],
  ),
  fault: flow('  - fault: server-error\n  - write: Hello\n  - expect: { text: Hello again }', () => [
    says('Hello again', { tries: 2 }),
  ]),
  channels: flow(
    `  - write: Hello
  - expect: { text: On WhatsApp }
  - expect: { text: On SMS, channel: Sms }
  - expect: { text: To Bruno, person: '+41795550112' }`,
    () => [says('On WhatsApp'), says('On SMS', { channel: 'Sms' }), says('To Bruno', { to: '+41795550112' })],
  ),
  series: flow(
    '  - write: News\n  - expect: { text: First }\n  - expect: { text: Second }\n  - expect: { text: Third }',
    () => [says('First'), says('Second'), says('Third')],
  ),
} satisfies Record<string, Flow>;

/** The same flows, each with a defect, and what the red step must say. */
export const defects: [name: string, flow: Flow, answers: Answers, words: RegExp][] = [
  [
    'answers nothing',
    sound.greeting,
    () => [],
    /expected a message with the text "Hello Anna", got nothing within/,
  ],
  ['forgets the name', sound.greeting, () => [says('Hello undefined')], /got "Hello undefined"/],
  ['writes another case', sound.greeting, () => [says('hello Anna')], /got "hello Anna"/],
  ['answers twice', sound.greeting, () => [says('Hello Anna'), says('Hello Anna')], /expected nothing else/],
  [
    'answers on another channel',
    sound.greeting,
    () => [says('Hello Anna', { channel: 'Sms' })],
    /"Hello Anna" on SMS/,
  ],
  [
    'answers somebody else',
    sound.greeting,
    () => [says('Hello Anna', { to: '+41795550113' })],
    /got nothing/,
  ],
  ['adds a debug text', sound.greeting, () => [says('Hello Anna [object Object]')], /object Object/],
  [
    'lacks a button',
    sound.buttons,
    () => [asks('What would you like?', 'Pasta')],
    /the button "Pizza", got .*"Pasta"/,
  ],
  [
    'sends a text in place of buttons',
    sound.buttons,
    () => [says('What would you like?')],
    /got "What would/,
  ],
  ['does not understand the button', sound.buttons, () => order('Hungry'), /a text like .*, got "What would/],
  ['takes a wrong number of digits', sound.buttons, shortened, /got "One pizza, order \d{5}\."/],
  ['shows an empty order', sound.buttons, unfilled, /got "One pizza, order \."/],
  ['lacks a row', sound.list, () => [lists('Our menu', 'Salad')], /the button "Soup", got/],
  [
    'mixes up rows',
    sound.list,
    (said) => (said === 'soup' ? [says('Salad it is')] : sound.list.answers(said)),
    /Salad it is/,
  ],
  ['leaves a placeholder', sound.code, () => [says('Your code is {{code}}, until 12:30')], /\{\{code\}\}/],
  [
    'is late',
    sound.code,
    () => [says(`Your code is ${random(6)}, until 12:30`, { after: 1500 })],
    /got nothing within 1 second/,
  ],
  [
    'reminds too late',
    sound.reminder,
    () => [says('Here is your reminder', { sendInMinutes: 90 }), says('We remind you')],
    /got nothing/,
  ],
  [
    'reminds at once',
    sound.reminder,
    () => [says('We remind you now'), says('Nothing else')],
    /got "Nothing else"/,
  ],
  ['does not try again', sound.fault, () => [says('Hello again')], /got nothing/],
  ['skips a message', sound.series, () => [says('First'), says('Third')], /the text "Second", got "Third"/],
  [
    'sends in the wrong order',
    sound.series,
    () => [says('First'), says('Third'), says('Second')],
    /got "Third"/,
  ],
];

function shortened(said: string): Answer[] {
  return said === 'pizza' ? [says(`One pizza, order ${random(5)}.`)] : order(said);
}

function unfilled(said: string): Answer[] {
  return said === 'pizza' ? [says('One pizza, order .')] : order(said);
}

/** A program that answers through the webhook as a flow does. */
export async function startFlow(sandbox: Sandbox, status = 200) {
  let answers: Answers = () => [];
  const underWay: Promise<void>[] = [];
  const server = await serve(async (incoming, response) => {
    const inbound: unknown = await json(incoming);
    response.writeHead(status).end();
    underWay.push(answer(inbound));
  });
  const answer = async (inbound: unknown) => {
    const content = field(inbound, 'content');
    const said = String(field(content, 'text') ?? field(field(content, 'reply'), 'id'));
    for (const each of answers(said)) await send(sandbox, each, String(field(inbound, 'from')));
  };
  sandbox.change({ inboundUrls: { default: server.url } });
  return {
    use: (next: Answers) => {
      answers = next;
    },
    close: async () => {
      await Promise.all(underWay);
      await server.close();
    },
  };
}

async function send(sandbox: Sandbox, answer: Answer, person: string): Promise<void> {
  const { content, channel = 'Whatsapp', to = person, sendInMinutes, after = 0, tries = 1 } = answer;
  await new Promise((resolve) => setTimeout(resolve, after));
  const sendDate =
    sendInMinutes === undefined
      ? {}
      : { sendDate: new Date(sandbox.now() + sendInMinutes * 60_000).toISOString() };
  const from = channel === 'Sms' ? 'Sandbox' : '+41795550100';
  const body = { channel, from, to, content, ...sendDate };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const { status } = await call(sandbox, '/api/v2/message', { body });
    if (status === 200) return;
  }
}
