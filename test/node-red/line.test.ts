import { MessagingError } from '../../core/client';
import { fault } from '../../core/errors/texts';
import { steadyNow } from '../../core/clock';
import { Line, type Place } from '../../node-red/work/line';
import { useFakeClock } from '../fakeClock';

useFakeClock();

const away = new MessagingError(fault('unreachable', { reason: '' }));
const MINUTE = 60_000;

/** A line, and who was let go in it. */
function lineWith() {
  const line = new Line();
  const went: string[] = [];
  /** Waits for a turn; `conversation` is what it must keep its order in. */
  const wait = (name: string, place: Place) =>
    void line.turn(place).then((may) => went.push(may ? name : `${name} too late`));
  const come = (name: string, conversation = name) => {
    const place = line.enter([conversation], steadyNow() + MINUTE);
    wait(name, place);
    return place;
  };
  const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  return { line, went, wait, come, after };
}

describe('messages that wait for the service', () => {
  it('go at once while it can be reached', async () => {
    const { went, come, after } = lineWith();
    come('a');
    come('b');
    await after(0);
    expect(went).toEqual(['a', 'b']);
  });

  it('are tried one at a time while it cannot, the oldest first, and go on together once it is back', async () => {
    const { line, went, wait, come, after } = lineWith();
    const [first, second] = [come('a'), come('b')];
    await after(0);
    line.failed(second, away);
    line.failed(first, away);
    wait('b again', second);
    wait('a again', first);
    come('c');
    await after(999);
    expect(went.splice(0)).toEqual(['a', 'b']);
    await after(1);
    expect(went.splice(0)).toEqual(['a again']);
    expect([line.mayGo(first), line.mayGo(second)]).toEqual([true, false]);
    line.failed(first, away);
    wait('a once more', first);
    await after(1999);
    expect(went).toEqual([]);
    await after(1);
    expect(went.splice(0)).toEqual(['a once more']);
    line.reached();
    await after(0);
    expect(went).toEqual(['b again', 'c']);
  });

  it('let the next one try if one ends for another reason', async () => {
    const { line, went, wait, come, after } = lineWith();
    const first = come('a');
    await after(0);
    line.failed(first, away);
    wait('a again', first);
    come('b');
    await after(1000);
    line.leave(first);
    await after(0);
    expect(went).toEqual(['a', 'a again', 'b']);
  });

  it('of one conversation do not overtake each other, though one is tried again', async () => {
    const { line, went, wait, come, after } = lineWith();
    const first = come('a', 'to Anna');
    come('b', 'to Anna');
    come('c', 'to Beat');
    await after(0);
    expect(went.splice(0)).toEqual(['a', 'c']);
    line.failed(first, away);
    wait('a again', first);
    await after(1000);
    line.reached();
    await after(0);
    expect(went.splice(0)).toEqual(['a again']);
    line.leave(first);
    await after(0);
    expect(went).toEqual(['b']);
  });

  it('can be told that they have waited long enough, also behind others', async () => {
    const { line, went, wait, come, after } = lineWith();
    const first = come('a', 'to Anna');
    const second = come('b', 'to Anna');
    await after(0);
    line.failed(first, away);
    wait('a again', first);
    second.tell?.(false);
    await after(0);
    expect(went).toEqual(['a', 'b too late']);
  });

  it('end when their place is left, so that nothing waits for them for ever', async () => {
    const { line, come } = lineWith();
    come('a', 'to Anna');
    const second = line.enter(['to Anna'], steadyNow() + MINUTE);
    const turn = line.turn(second);
    line.leave(second);
    expect(await turn).toBeUndefined();
  });

  it('begin anew once nobody waits any more, however long the service had asked to wait', async () => {
    const { line, went, wait, come, after } = lineWith();
    const first = come('a');
    await after(0);
    line.failed(first, away.with({ retryAfterMs: MINUTE, status: 429 }));
    line.leave(first);
    const second = come('b');
    await after(0);
    expect([went, line.isAway]).toEqual([['a', 'b'], false]);
    line.failed(second, away);
    wait('b again', second);
    await after(1000);
    expect(went).toEqual(['a', 'b', 'b again']);
  });
});
