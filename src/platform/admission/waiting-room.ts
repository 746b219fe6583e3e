import { MINUTE_MS } from '#kit/durations.ts';

const SECOND_MS = 1_000;

/** Whether a visitor is served, or waits behind others; a room that is full takes nobody in. */
export type Place = { k: 'served' } | { k: 'waits'; ahead: number; wait_s: number | null } | { k: 'full' };

export type Visitor = {
  id: string;
  /** when the visitor first asked, in ms; who came before is served before */
  arrived: number;
  /** has been served before, so that nobody is sent away in the middle of a purchase */
  isAdmitted: boolean;
};

type Waiting = { id: string; arrived: number; seen: number };

type Limits = {
  /** how many visitors are served at a time */
  visitors: number;
  /** whether this process has more to do than it can, whoever they are */
  isBusy: (now: number) => boolean;
};

/** Who has not called for so long makes room for another, and is served all the same on coming back. */
const AWAY_MS = 30 * SECOND_MS;
/** Who does not come when it is their turn has given up; browsers ask every 15 seconds at the least. */
const CALLED_MS = 45 * SECOND_MS;
const LOOK_EVERY_MS = 250;
/** What one look lets in at most: whoever is let in makes work only a moment later. */
const CALLED_A_LOOK = 10;
/** A hundred bytes each. */
const PLACES = 50_000;

/**
 * The line of a sale morning: whoever is inside is served, everybody else waits in the order of arrival until
 * there is room (H21). It is kept in memory, by each portal for itself: a ticket says when its owner came, so
 * a portal that starts anew, or another one, finds the place again. Times are in ms.
 */
export class WaitingRoom {
  readonly #limits: Limits;
  /** by visitor, when they were last heard of; the longest away first */
  readonly #inside = new Map<string, number>();
  readonly #called = new Map<string, number>();
  #line: Waiting[] = [];
  readonly #places = new Map<string, Waiting>();
  #lookedAt = 0;
  #isBusy = false;
  #calledIn: number[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Asks for a visitor's turn; whoever waits keeps the place by asking again. */
  enter({ id, arrived, isAdmitted }: Visitor, now: number): Place {
    this.#look(now);
    if (isAdmitted || this.#inside.has(id) || this.#called.has(id)) return this.#serve(id, now);
    const known = this.#places.get(id);
    if (known) known.seen = now;
    else if (this.#line.length === 0 && !this.#isBusy && this.#room() > 0) return this.#serve(id, now);
    else if (this.#line.length >= PLACES) return { k: 'full' };
    else this.#join({ id, arrived, seen: now });
    return { k: 'waits', ahead: this.#ahead(id), wait_s: this.#waitOf(id, now) };
  }

  /** How many are served and how many wait. */
  get counts(): { inside: number; waiting: number } {
    return { inside: this.#inside.size, waiting: this.#line.length };
  }

  #serve(id: string, now: number): Place {
    this.#called.delete(id);
    this.#forget(id);
    // Put in anew, so that the map stays in the order in which they were heard of.
    this.#inside.delete(id);
    this.#inside.set(id, now);
    return { k: 'served' };
  }

  #room(): number {
    return this.#limits.visitors - this.#inside.size - this.#called.size;
  }

  #join(visitor: Waiting): void {
    const at = this.#line.findLastIndex(({ arrived }) => arrived <= visitor.arrived) + 1;
    this.#line.splice(at, 0, visitor);
    this.#places.set(visitor.id, visitor);
  }

  #forget(id: string): void {
    const known = this.#places.get(id);
    if (!known) return;
    this.#line.splice(this.#ahead(id, known), 1);
    this.#places.delete(id);
  }

  /** How many came before; the line is in the order of arrival, so each look skips half of what is left. */
  #ahead(id: string, { arrived } = this.#places.get(id)!): number {
    let [from, to] = [0, this.#line.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#line[middle]!.arrived < arrived) from = middle + 1;
      else to = middle;
    }
    while (this.#line[from]!.id !== id) from += 1;
    return from;
  }

  /** From how many were called in the last minute; null while nobody was. */
  #waitOf(id: string, now: number): number | null {
    const since = this.#calledIn[0];
    if (since === undefined) return null;
    const seconds = Math.max(10, (now - since) / SECOND_MS);
    return Math.ceil(((this.#ahead(id) + 1) * seconds) / this.#calledIn.length);
  }

  /** Takes out who has gone, and calls in who is next while there is room. */
  #look(now: number): void {
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    this.#isBusy = this.#limits.isBusy(now);
    for (const kept of [this.#inside, this.#called])
      for (const [id, seen] of kept) {
        if (now - seen < (kept === this.#inside ? AWAY_MS : CALLED_MS)) break;
        kept.delete(id);
      }
    this.#calledIn = this.#calledIn.filter((at) => now - at < MINUTE_MS);
    if (this.#line.length === 0) return;
    this.#line = this.#line.filter(({ id, seen }) => now - seen < CALLED_MS || !this.#places.delete(id));
    if (this.#isBusy) return;
    for (let left = Math.min(CALLED_A_LOOK, this.#room()); left > 0 && this.#line.length > 0; left -= 1) {
      const { id } = this.#line.shift()!;
      this.#places.delete(id);
      this.#called.set(id, now);
      this.#calledIn.push(now);
    }
  }
}
