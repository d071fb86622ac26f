/** A task for a certain time of the sandbox's clock. */
interface Appointment {
  moment: number;
  task: () => void;
}

/** The longest timer of Node.js. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The clock of the sandbox. When it is moved forward, everything due in between happens at once, in order. */
export class Clock {
  private ahead = 0;
  private appointments: Appointment[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param source The real time in milliseconds since 1970. */
  constructor(private readonly source: () => number = Date.now) {}

  /** The sandbox's time in milliseconds since 1970. */
  now(): number {
    return this.source() + this.ahead;
  }

  /** How many milliseconds the clock has been moved forward. */
  get movedBy(): number {
    return this.ahead;
  }

  advance(milliseconds: number): void {
    const target = this.now() + milliseconds;
    // In steps from one appointment to the next, so that each sees the time it was made for.
    for (let next = this.appointments[0]; next && next.moment <= target; next = this.appointments[0]) {
      this.ahead += Math.max(0, next.moment - this.now());
      this.keepAppointments();
    }
    this.ahead += Math.max(0, target - this.now());
    this.arm();
  }

  /** Restores how far the clock had been moved forward. */
  restore(movedBy: number): void {
    this.ahead = movedBy;
    this.arm();
  }

  /** Runs a task after a time on the sandbox's clock. Returns a function that cancels it. */
  after(milliseconds: number, task: () => void): () => void {
    const appointment = { moment: this.now() + milliseconds, task };
    this.appointments.splice(this.findPlace(appointment.moment), 0, appointment);
    if (this.appointments[0] === appointment) this.arm();
    return () => {
      const place = this.appointments.indexOf(appointment);
      if (place !== -1) this.appointments.splice(place, 1);
    };
  }

  /** Cancels everything. */
  clear(): void {
    this.appointments = [];
    this.arm();
  }

  /** The position after all appointments that are not later. */
  private findPlace(moment: number): number {
    let low = 0;
    let high = this.appointments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.appointments[middle]?.moment ?? Infinity) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.appointments[0];
    if (next === undefined) return;
    const wait = Math.min(Math.max(0, next.moment - this.now()), LONGEST_WAIT);
    this.timer = setTimeout(() => {
      this.keepAppointments();
      this.arm();
    }, wait);
    this.timer.unref();
  }

  private keepAppointments(): void {
    const due = this.appointments.splice(0, this.findPlace(this.now()));
    for (const { task } of due) task();
  }
}
