import { LONGEST_MS } from '../../core/client/calls/sleep';
import { clockAhead, steadyNow } from '../../core/clock';

/** A clock that is kept right by the network moves by less between two looks. */
const SET_MS = 1000;

/** Notices that the computer's clock was set. */
export class ClockWatch {
  private ahead = clockAhead();

  /** Whether it was set since the last look. */
  wasSet(): boolean {
    const ahead = clockAhead();
    if (Math.abs(ahead - this.ahead) < SET_MS) return false;
    this.ahead = ahead;
    return true;
  }

  /** Lets the next look say so again. */
  repeat(): void {
    this.ahead = NaN;
  }
}

/** Tells a thing when its moment of the steady clock has come, however far away that is. No closures: very many things can wait. */
export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private moment = Infinity;

  constructor(private readonly thing: { timeUp(): void }) {}

  /** Replaces the moment that was set before; `Infinity` is never. */
  set(moment: number): void {
    this.end();
    this.moment = moment;
    if (moment === Infinity) return;
    const ms = Math.min(Math.ceil(moment - steadyNow()), LONGEST_MS);
    this.timer = setTimeout(ring, ms, this).unref();
  }

  ring(): void {
    if (steadyNow() < this.moment) this.set(this.moment);
    else this.thing.timeUp();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

function ring(alarm: Alarm): void {
  alarm.ring();
}
