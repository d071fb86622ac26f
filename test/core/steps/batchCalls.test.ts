import { checkMessage } from '../../../core/client';
import { batchCalls } from '../../../core/steps';

const [ANNA, BEAT] = ['+41791234567', '+41781234567'];
const notification = { addresses: [{ type: 'Email', address: 'anna@example.com' }] };

async function message(name: string, to = ANNA, more: object = {}, part?: object) {
  const content = { type: 'Text', text: name };
  return { name, part, request: await checkMessage({ channel: 'Sms', from: 'Test', to, content, ...more }) };
}

async function callsOf(messages: ReadonlyArray<ReturnType<typeof message>>, most?: number) {
  const calls = batchCalls(await Promise.all(messages), most);
  return calls.map(({ members }) => members.map(({ name }) => name).join(''));
}

it('makes calls of at most 1,000 messages with the same notification (specification 2.2)', async () => {
  const [plain, told] = [message('a'), message('b', BEAT, { notification })];
  const calls = await callsOf(Array.from({ length: 2002 }, (_, index) => (index === 7 ? told : plain)));
  expect(calls.map(({ length }) => length)).toEqual([1000, 1, 1000, 1]);
});

it('keeps the order of messages to one person, and lets others go ahead', async () => {
  const messages = [
    message('a'),
    message('b', ANNA, { notification }),
    message('c', '0041791234567'),
    message('d', BEAT),
    message('e', BEAT, { notification }),
  ];
  expect(await callsOf(messages)).toEqual(['ad', 'be', 'c']);
  expect(await callsOf(messages, 1)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('sends what follows a part of a text in a later call', async () => {
  const parts = [ANNA, BEAT].flatMap((to) => ['1', '2'].map((part) => message(part, to, {}, {})));
  expect(await callsOf([...parts, message('c', BEAT), message('d')])).toEqual(['11', '22', 'cd']);
});
