import { MINUTE_MS } from '#kit/durations.ts';
import { FairCount } from './fair-count.ts';
import { Line } from './line.ts';

const SECOND_MS = 1_000;

/** Whether a visitor is served, or waits behind others; a room that is full takes nobody in. */
export type Place =
  | { k: 'served' }
  | { k: 'waits'; ahead: number; wait_s: number | null; arrived: number }
  | { k: 'full' };

export type Visitor = {
  id: string;
  /** a digest of the network that they come from */
  network: string;
  /** when the visitor first asked, in ms; who came before is served before */
  arrived: number;
  /** has been served before, so that nobody is sent away in the middle of a purchase */
  isAdmitted: boolean;
  /** makes a call, and does not only ask for a turn */
  acts: boolean;
  /** has shown that their place in the line cost some work */
  isProved: boolean;
};

type Limits = {
  /** how many visitors are served at a time */
  visitors: number;
  /** whether this process has more to do than it can, whoever they are */
  isBusy: (now: number) => boolean;
};

/** Who has not called for so long makes room for another, and is served all the same on coming back. */
const AWAY_MS = 30 * SECOND_MS;
/** Who does not come when it is their turn has given up; browsers ask every 15 seconds at the least. */
const CALLED_MS = 30 * SECOND_MS;
/** Whoever has come for the turn makes a call within this time: a browser does at once. */
export const TURN_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 250;
/** What one look lets in at most: whoever is let in makes work only a moment later. */
const CALLED_A_LOOK = 10;
/** Two hundred bytes each; a network has a tenth of them. */
const PLACES = 50_000;

const tenthOf = (whole: number): number => Math.ceil(whole / 10);

type Inside = { network: string; seen: number };
type Called = { network: string; until: number };

/**
 * The line of a sale morning: whoever is inside is served, everybody else waits in the order of arrival until
 * there is room (H21). A network has a tenth of the places, and then its visitors wait behind each other
 * (MH5). It is kept in memory, by each portal for itself: a ticket says when its owner came, so a portal that
 * starts anew, or another one, finds the place again. Times are in ms.
 */
export class WaitingRoom {
  readonly #limits: Limits;
  /** who makes calls, by visitor; the longest away first */
  readonly #inside = new Map<string, Inside>();
  /** whose turn it is, and who has made no call yet */
  readonly #called = new Map<string, Called>();
  /** those inside and those called, by network */
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

  /** Asks for a visitor's turn; whoever waits keeps the place by asking again. */
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

  /** How many are served and how many wait. */
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
      // Put in anew, so that the map stays in the order in which they were heard of.
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

  /** Those of one network who came back count a tenth of the places at most. */
  #freePlaces(): number {
    return this.#limits.visitors - this.#taken.total;
  }

  /** From how many were called in the last minute; null while nobody was. */
  #waitOf(ahead: number, now: number): number | null {
    const since = this.#calledIn[0];
    if (since === undefined) return null;
    const seconds = Math.max(10, (now - since) / SECOND_MS);
    return Math.ceil(((ahead + 1) * seconds) / this.#calledIn.length);
  }

  /** Takes out who has gone, and calls in who is next while there is room. */
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
