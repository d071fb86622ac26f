import { MessagingError } from '../../../core/client';
import {
  alone,
  end,
  journey,
  resultOf,
  sendOne,
  valueOf,
  type OnItsWay,
  type Step,
} from '../../../core/journey';

interface Message extends OnItsWay<string> {
  name: string;
}
const failure = new MessagingError({ message: 'It failed', outcome: 'not_sent', code: { given: 'test' } });
const named = (...names: string[]): Message[] => names.map((name) => ({ name }));
const send = alone<string, Message>(async ({ name }) => `sent ${name}`);
const results = (messages: readonly Message[]) =>
  messages.map((message) =>
    message.result?.ok === true ? message.result.value : message.result?.error.code,
  );

describe('a journey', () => {
  it('takes messages through its steps in order', async () => {
    const order: string[] = [];
    const step =
      (name: string): Step<Message> =>
      async (messages, next) => {
        order.push(`${name} begins`);
        await next(messages);
        order.push(`${name} ends`);
      };
    const messages = named('a', 'b');
    await journey([step('first'), step('second')], send)(messages);
    expect(order).toEqual(['first begins', 'second begins', 'second ends', 'first ends']);
    expect(results(messages)).toEqual(['sent a', 'sent b']);
  });

  it('ends where a step does not pass a message on', async () => {
    const skipsA: Step<Message> = async (messages, next) => {
      end(messages.slice(0, 1), { ok: true, value: 'skipped' });
      await next(messages.slice(1));
    };
    const messages = named('a', 'b');
    await journey([skipsA], send)(messages);
    expect(results(messages)).toEqual(['skipped', 'sent b']);
  });

  it('fails each message by itself', async () => {
    const messages = named('a', 'b');
    const failsA = alone<string, Message>(async ({ name }) => {
      if (name === 'a') throw failure;
      return `sent ${name}`;
    });
    await journey([], failsA)(messages);
    expect(results(messages)).toEqual(['test', 'sent b']);
    expect(() => valueOf(resultOf({ result: messages[0]?.result }))).toThrow('It failed');
  });

  it('fails the messages of a step that throws, except those that were sent', async () => {
    const throwsLater: Step<Message> = async (messages, next) => {
      await next(messages.slice(1));
      throw failure;
    };
    const messages = named('a', 'b');
    await journey([throwsLater], send)(messages);
    expect(results(messages)).toEqual(['test', 'sent b']);
  });

  it('fails the messages of a step that throws before it waits for anything', async () => {
    const messages = named('a', 'b');
    const throws: Step<Message> = () => {
      throw failure;
    };
    await journey([throws], send)(messages);
    expect(results(messages)).toEqual(['test', 'test']);
  });

  it('of one message gives its value, or throws its error', async () => {
    expect(await sendOne<string, Message>(journey([], send), { name: 'a' })).toBe('sent a');
    const refusing = journey<Message>(
      [],
      alone<string, Message>(() => Promise.reject(failure)),
    );
    await expect(sendOne<string, Message>(refusing, { name: 'a' })).rejects.toBe(failure);
  });

  it('of which a message has no result counts as possibly sent', () => {
    expect(resultOf({})).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
  });
});
