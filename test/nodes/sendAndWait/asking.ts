import type { IDataObject } from 'n8n-workflow';

import { type InputItem, type NodeSettings, useNodeBench } from '../inProcess/bench';
import type { Execution } from '../inProcess/execution';

/** *Send and Wait*, whose answers come by the trigger, the page or a report. What only n8n can show is in `hosts/n8n`. */
export const bench = useNodeBench();
afterEach(() => {
  jest.useRealTimers();
});

export const PERSON = '+41791234567';
export const NUMBER = '+41795550100';
export const channels = ['Sms', 'Whatsapp', 'Rcs'] as const;
export const asking = (channel: (typeof channels)[number], more: object = {}) => ({
  ...{ operation: 'sendAndWait', channel, to: PERSON, message: 'May it be paid?' },
  from: { Sms: '0041795550100', Whatsapp: NUMBER, Rcs: 'sandbox-agent' }[channel],
  ...more,
});
export const ask = (
  channel: (typeof channels)[number],
  more?: object,
  ...given: [items?: InputItem[], settings?: NodeSettings]
) => bench.run(asking(channel, more), ...given);
export const approval = { approvalOptions: { values: { approvalType: 'double' } } };
export const freeText = { responseType: 'freeText' };
export const several = (values: object) => ({ severalPeople: { values } });
export const delivery = { responseType: 'delivery' };
export const choices = (count: number) => ({
  responseType: 'choice',
  choices: {
    values: Array.from({ length: count }, (_, index) => ({
      label: `At ${index}:00`,
      value: `slot-${index}`,
    })),
  },
});
export const retry = { retryOnFail: true, maxTries: 3 };
export const goOn = { onError: 'continueRegularOutput' } as const;
export const people: InputItem[] = [1, 2, 3].map((index) => ({
  json: { to: `+4179100000${index}`, name: `P${index}` },
}));
export const numbers = people.map(({ json }) => String(json?.to));
export const toEach = { to: '={{ $json.to }}', message: '=Hello {{ $json.name }}' };

type Message = ReturnType<typeof bench.sandbox.messages>[number];
interface Choice {
  id: string;
  title: string;
}
/** The buttons, rows or quick replies of a message. */
export function choicesOf({ content }: Message): Choice[] {
  const { action, components = [] } = Object(content);
  const replies = components.flatMap(
    ({ parameters }: { parameters: Array<{ type: string; payload: string }> }) =>
      parameters
        .filter(({ type }) => type === 'Payload')
        .map(({ payload }) => ({ id: payload, title: 'Reply' })),
  );
  return action?.buttons ?? action?.sections.flatMap(({ rows }: { rows: Choice[] }) => rows) ?? replies;
}
export const lastMessage = (to?: string): Message => {
  const found = bench.sandbox
    .messages()
    .filter((each) => to === undefined || each.to === to)
    .at(-1);
  if (found === undefined) throw new Error('Nobody was asked');
  return found;
};
export const tap = (message: Message, index = 0, more: object = {}, trigger: object = {}) => {
  const { id, title } = choicesOf(message)[index] ?? { id: '', title: '' };
  const content = { type: 'InteractiveReply', reply: { type: 'Button', id, title } };
  return bench.receive(
    { channel: message.channel, from: message.to, to: message.from, content, ...more },
    trigger,
  );
};
export const write = (message: Message, text: string, more: object = {}) =>
  bench.receive({ channel: message.channel, from: message.to, to: message.from, text, ...more });
export const linkOf = ({ content }: Message) => /https?:\/\/[^\s"]+/.exec(JSON.stringify(content))?.[0] ?? '';
export async function press(url: string, fields: object) {
  const page = await bench.open(url, 'POST', fields);
  return page.body;
}
/** The items of the second branch, once it is over. */
export async function answered(execution: Execution): Promise<IDataObject[]> {
  await execution.settled();
  expect(execution.status).toBe('success');
  return execution.items(0);
}
/** Lets n8n go on when the time has come. */
export async function timeUp(execution: Execution): Promise<Execution> {
  const doNotFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const;
  const others = ['clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake, ...others], now: execution.waitTill ?? 0 });
  execution.goOn();
  return await execution.settled();
}
