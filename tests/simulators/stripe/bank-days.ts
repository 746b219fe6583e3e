import { addBusinessDays } from '#kit/business-days.ts';
import type { PlainDate } from '#kit/plain-date.ts';

type Task = { at: number; run: () => void };

const DAY = 86_400;
const HOUR = 3600;
// Bank days are those of New York; the simulator's day ends at one hour of UTC all year round.
const CUTOFF_UTC = 23;

/** The simulator's own clock, which a test moves together with the portal's. */
export class BankDays {
  private seconds: number;
  /** in the order of their instants */
  private readonly tasks: Task[] = [];

  constructor(start: Date) {
    this.seconds = Math.floor(start.getTime() / 1000);
  }

  /** Seconds, as Stripe counts. */
  now(): number {
    return this.seconds;
  }

  today(): PlainDate {
    return dayOf(this.seconds);
  }

  /** The end of the banking day that is `count` after today's, which ends at 18:00 in New York. */
  afterBankDays(count: number): number {
    const isLate = new Date(this.seconds * 1000).getUTCHours() >= CUTOFF_UTC;
    const day = addBusinessDays(this.today(), isLate ? count + 1 : count);
    return Date.parse(`${day}T00:00:00Z`) / 1000 + 12 * HOUR;
  }

  afterDays(count: number): number {
    return this.seconds + count * DAY;
  }

  /** Does something at an instant, in seconds. */
  at(instant: number, run: () => void): void {
    const after = this.tasks.findLastIndex(({ at }) => at <= instant);
    this.tasks.splice(after + 1, 0, { at: instant, run });
  }

  /** Moves on by whole days, and does what falls due on the way, in its order. */
  advance(days: number): void {
    this.advanceTo(this.seconds + days * DAY);
  }

  advanceTo(instant: number): void {
    for (let next = this.tasks[0]; next && next.at <= instant; next = this.tasks[0]) {
      this.tasks.shift();
      this.seconds = Math.max(this.seconds, next.at);
      next.run();
    }
    this.seconds = Math.max(this.seconds, instant);
  }
}

export const dayOf = (seconds: number): PlainDate =>
  new Date(seconds * 1000).toISOString().slice(0, 10) as PlainDate;
