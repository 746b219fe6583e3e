import { MINUTE_MS } from '#kit/durations.ts';
import { FairCount } from './fair-count.ts';
import { Line } from './line.ts';

const SECOND_MS = 1_000;

export type Place =
  | { k: 'served' }
  | { k: 'waits'; ahead: number; wait_s: number | null; arrived: number }
  | { k: 'full' };

export type Visitor = {
  id: string;
  network: string;
  /** in ms; earlier visitors are served first */
  arrived: number;
  /** served before: nobody is sent away in the middle of a purchase */
  isAdmitted: boolean;
  acts: boolean;
  isProved: boolean;
};

type Limits = {
  visitors: number;
  isBusy: (now: number) => boolean;
};

/** A visitor without calls for this long makes room, but is served on return. */
const AWAY_MS = 30 * SECOND_MS;
/** Browsers ask at least every 15 seconds. */
const CALLED_MS = 30 * SECOND_MS;
/** Browsers make a call at once. */
export const TURN_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 250;
/** New visitors cause load only a moment later. */
const CALLED_A_LOOK = 10;
/** Two hundred bytes each; a network has a tenth. */
const PLACES = 50_000;

const tenthOf = (whole: number): number => Math.ceil(whole / 10);

type Inside = { network: string; seen: number };
type Called = { network: string; until: number };

/**
 * The line of a sale morning (H21). A network has a tenth of the places; further visitors wait behind their
 * own network (MH5). Each portal keeps the line in memory: a ticket has the time of arrival, so a restarted
 * or another portal finds the place again. Times are in ms.
 */
export class WaitingRoom {
  readonly #limits: Limits;
  readonly #inside = new Map<string, Inside>();
  readonly #called = new Map<string, Called>();
  readonly #taken: FairCount;
  readonly #line: Line;
  #lookedAt = 0;
  #isBusy = false;
  #calledIn: number[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#taken = new FairCount(tenthOf(limits.visitors));
    this.#line = new Line({
      places: PLACES,
      placesOfNetwork: tenthOf(PLACES),
      inLineOf: (network) => tenthOf(limits.visitors) - this.#taken.of(network),
    });
  }

  /** A waiting visitor keeps the place by asking again. */
  enter(visitor: Visitor, now: number): Place {
    this.#look(now);
    const { id, network } = visitor;
    if (visitor.isAdmitted || this.#inside.has(id) || this.#called.has(id)) return this.#serve(visitor, now);
    const isKnown = this.#line.keep(visitor, now);
    if (!isKnown && this.#mayEnter(network)) return this.#serve(visitor, now);
    if (!isKnown && !this.#line.join(visitor, now)) return { k: 'full' };
    const { arrived, ahead } = this.#line.placeOf(id);
    return { k: 'waits', ahead, wait_s: this.#waitOf(ahead, now), arrived };
  }

  get counts(): { inside: number; waiting: number } {
    return { inside: this.#inside.size + this.#called.size, waiting: this.#line.length };
  }

  #serve({ id, network, acts }: Visitor, now: number): Place {
    const inside = this.#inside.get(id);
    const called = this.#called.get(id);
    const from = (inside ?? called)?.network ?? network;
    if (!inside && !called) {
      this.#line.leave(id);
      this.#taken.add(from);
    }
    if (acts) {
      this.#called.delete(id);
      // Inserted anew: the map stays in the order of the last call.
      this.#inside.delete(id);
      this.#inside.set(id, { network: from, seen: now });
    } else if (!inside) {
      const until = Math.min(called?.until ?? Infinity, now + TURN_MS);
      this.#called.set(id, { network: from, until });
    }
    return { k: 'served' };
  }

  #mayEnter(network: string): boolean {
    return this.#line.isOpen && !this.#isBusy && this.#freePlaces() > 0 && this.#taken.hasRoomFor(network);
  }

  /** Returned visitors of a network count a tenth of the places at most. */
  #freePlaces(): number {
    return this.#limits.visitors - this.#taken.total;
  }

  /** In seconds, from the visitors called in the last minute; null if none. */
  #waitOf(ahead: number, now: number): number | null {
    const since = this.#calledIn[0];
    if (since === undefined) return null;
    const seconds = Math.max(10, (now - since) / SECOND_MS);
    return Math.ceil(((ahead + 1) * seconds) / this.#calledIn.length);
  }

  #look(now: number): void {
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    this.#isBusy = this.#limits.isBusy(now);
    for (const [id, { network, seen }] of this.#inside) {
      if (now - seen < AWAY_MS) break;
      this.#inside.delete(id);
      this.#taken.remove(network);
    }
    for (const [id, { network, until }] of this.#called)
      if (now >= until) {
        this.#called.delete(id);
        this.#taken.remove(network);
      }
    this.#calledIn = this.#calledIn.filter((at) => now - at < MINUTE_MS);
    this.#line.look(now);
    if (!this.#isBusy) this.#callIn(now);
  }

  #callIn(now: number): void {
    const count = Math.min(CALLED_A_LOOK, this.#freePlaces());
    const hasRoom = (network: string) => this.#taken.hasRoomFor(network);
    this.#line.takeNext(count, hasRoom, ({ id, network }) => {
      this.#called.set(id, { network, until: now + CALLED_MS });
      this.#taken.add(network);
      this.#calledIn.push(now);
    });
  }
}
