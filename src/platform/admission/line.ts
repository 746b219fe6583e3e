import { MINUTE_MS } from '#kit/durations.ts';

export const PLACE_MS = MINUTE_MS;
/** A visitor without proof of work ranks this much later. */
export const UNPROVED_LATER_MS = 2 * MINUTE_MS;

type Asking = { id: string; network: string; arrived: number; isProved: boolean };
type Waiting = Asking & { rank: number; seen: number; isBehind: boolean };

type Limits = {
  places: number;
  placesOfNetwork: number;
  inLineOf: (network: string) => number;
};

const rankOf = ({ arrived, isProved }: Asking): number => arrived + (isProved ? 0 : UNPROVED_LATER_MS);

function startOf(queue: readonly Waiting[], rank: number): number {
  let [from, to] = [0, queue.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (queue[middle]!.rank < rank) from = middle + 1;
    else to = middle;
  }
  return from;
}

function indexIn(queue: readonly Waiting[], waiting: Waiting): number {
  return queue.indexOf(waiting, startOf(queue, waiting.rank));
}

/** Equal ranks keep the order of requests. */
function insert(queue: Waiting[], waiting: Waiting): void {
  queue.splice(startOf(queue, waiting.rank + 1), 0, waiting);
}

/** A network with a full share in the line has a queue behind the line. */
export class Line {
  readonly #limits: Limits;
  #line: Waiting[] = [];
  readonly #inLine = new Map<string, number>();
  readonly #behind = new Map<string, Waiting[]>();
  readonly #places = new Map<string, Waiting>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#places.size;
  }

  get isOpen(): boolean {
    return this.#line.length === 0;
  }

  keep({ id, isProved }: Asking, now: number): boolean {
    const waiting = this.#places.get(id);
    if (!waiting) return false;
    waiting.seen = now;
    if (isProved && !waiting.isProved) {
      this.leave(id);
      this.#stand({ ...waiting, isProved });
    }
    return true;
  }

  join({ id, network, arrived, isProved }: Asking, now: number): boolean {
    const ofNetwork = this.#inLineOf(network) + (this.#behind.get(network)?.length ?? 0);
    if (this.#places.size >= this.#limits.places || ofNetwork >= this.#limits.placesOfNetwork) return false;
    this.#stand({ id, network, arrived, isProved, seen: now });
    return true;
  }

  /** By estimate, the whole line goes before the queue of a network. */
  placeOf(id: string): { arrived: number; ahead: number } {
    const waiting = this.#places.get(id)!;
    const { arrived, network, isBehind } = waiting;
    const ahead = isBehind
      ? this.#line.length + indexIn(this.#behind.get(network)!, waiting)
      : indexIn(this.#line, waiting);
    return { arrived, ahead };
  }

  leave(id: string): void {
    const waiting = this.#places.get(id);
    if (!waiting) return;
    this.#places.delete(id);
    if (waiting.isBehind) {
      const queue = this.#behind.get(waiting.network)!;
      queue.splice(indexIn(queue, waiting), 1);
      this.#keepQueue(waiting.network, queue);
      return;
    }
    this.#line.splice(indexIn(this.#line, waiting), 1);
    this.#countInLine(waiting.network, -1);
  }

  takeNext(count: number, hasRoom: (network: string) => boolean, take: (waiting: Asking) => void): void {
    let left = count;
    this.#line = this.#line.filter((waiting) => {
      if (left <= 0 || !hasRoom(waiting.network)) return true;
      left -= 1;
      this.#places.delete(waiting.id);
      this.#countInLine(waiting.network, -1);
      take(waiting);
      return false;
    });
  }

  look(now: number): void {
    const isKept = ({ id, seen }: Waiting) => now - seen < PLACE_MS || !this.#places.delete(id);
    this.#line = this.#line.filter((waiting) => {
      if (isKept(waiting)) return true;
      this.#countInLine(waiting.network, -1);
      return false;
    });
    for (const [network, queue] of this.#behind) {
      const kept = queue.filter(isKept);
      const next = kept.splice(0, Math.max(0, this.#limits.inLineOf(network) - this.#inLineOf(network)));
      this.#keepQueue(network, kept);
      for (const waiting of next) this.#stand(waiting);
    }
  }

  #stand(asking: Omit<Waiting, 'rank' | 'isBehind'>): void {
    const { id, network } = asking;
    const waiting = { ...asking, rank: rankOf(asking), isBehind: false };
    const isFull = this.#inLineOf(network) >= this.#limits.inLineOf(network);
    waiting.isBehind = isFull && !this.#moveBackFor(waiting);
    this.#places.set(id, waiting);
    if (waiting.isBehind) this.#queue(waiting);
    else {
      insert(this.#line, waiting);
      this.#countInLine(network, 1);
    }
  }

  #moveBackFor({ network, rank, isProved }: Waiting): boolean {
    if (this.#inLineOf(network) === 0) return false;
    const at = this.#line.findLastIndex(
      (other) => other.network === network && (other.rank > rank || (isProved && !other.isProved)),
    );
    const [waiting] = at < 0 ? [] : this.#line.splice(at, 1);
    if (!waiting) return false;
    this.#countInLine(network, -1);
    waiting.isBehind = true;
    this.#queue(waiting);
    return true;
  }

  #queue(waiting: Waiting): void {
    const queue = this.#behind.get(waiting.network) ?? [];
    insert(queue, waiting);
    this.#keepQueue(waiting.network, queue);
  }

  #inLineOf(network: string): number {
    return this.#inLine.get(network) ?? 0;
  }

  #countInLine(network: string, change: 1 | -1): void {
    const count = this.#inLineOf(network) + change;
    if (count > 0) this.#inLine.set(network, count);
    else this.#inLine.delete(network);
  }

  #keepQueue(network: string, queue: Waiting[]): void {
    if (queue.length > 0) this.#behind.set(network, queue);
    else this.#behind.delete(network);
  }
}
