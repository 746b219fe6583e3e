const SECOND_MS = 1_000;

/** How many questions reach Stripe in any second. */
export type Limits = {
  ofEndpoint: number;
  overall: number;
  /** longer than this nobody has a person wait for its turn */
  longestWaitMs: number;
  /** after which a page of a list is asked for again that Stripe took for one question too many */
  pausesMs: readonly number[];
};

const PAUSES_MS = [500, 1_000, 2_000];

/** With the time for an answer (`TIMEOUT_MS`) it is below the half minute after which billing gives it up. */
const LONGEST_WAIT_MS = 8_000;

const COMMON = { longestWaitMs: LONGEST_WAIT_MS, pausesMs: PAUSES_MS };

/** Below what Stripe takes: 25 in test; live 25 of an endpoint and 100 in all. */
export const LIMITS_OF_MODE: Readonly<Record<'test' | 'live', Limits>> = {
  test: { ofEndpoint: 20, overall: 20, ...COMMON },
  live: { ofEndpoint: 20, overall: 60, ...COMMON },
};

/** Asks a question of an endpoint when its turn has come; they go in the order in which they came. */
export type InTurn = <T>(endpoint: string, question: () => Promise<T>) => Promise<T>;

/** Keeps a place, until it is given back; `busy` where a question would wait too long by now. */
export type KeepPlace = (endpoint: string) => (() => void) | 'busy';

type Time = { nowMs: () => number; wait: (ms: number) => Promise<void> };

const REAL: Time = {
  nowMs: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type Waiting = { waiting: readonly unknown[]; kept: number };

type Line = Counted & {
  waiting: { place: number; begin: () => void }[];
  /** by those who are about to ask */
  kept: number;
};

/** As long as an answer is expected to take before any has come, and how much of that each one changes. */
const [FIRST_TOOK_MS, WEIGHT] = [500, 0.1];

/**
 * Has the questions of this process asked so that no second, wherever it begins, brings Stripe more than the
 * limits, however long each is on its way: it may come at any moment between its beginning and its answer, so
 * it counts from the one until a second after the other. While an endpoint has its share, others pass it.
 * How long a question would wait is reckoned from those before it and from how long answers take.
 */
export function limiter(
  { ofEndpoint, overall, longestWaitMs = Infinity }: Pick<Limits, 'ofEndpoint' | 'overall'> & Partial<Limits>,
  { nowMs, wait }: Time = REAL,
): InTurn & { keepPlace: KeepPlace } {
  const all = counted(overall);
  const lines = new Map<string, Line>();
  let [place, wakeAt, tookMs] = [0, Infinity, FIRST_TOOK_MS];
  const lineOf = (endpoint: string): Line => {
    const line = lines.get(endpoint) ?? { ...counted(ofEndpoint), waiting: [], kept: 0 };
    lines.set(endpoint, line);
    return line;
  };
  const inUse = () => [...lines.values()].filter(({ waiting }) => waiting.length > 0);
  const freeAt = (line: Line) => Math.max(all.freeAt(), line.freeAt());
  const beginNext = (): boolean => {
    const now = nowMs();
    const free = inUse().filter((line) => freeAt(line) <= now);
    const [line] = free.toSorted((a, b) => a.waiting[0]!.place - b.waiting[0]!.place);
    if (!line) return false;
    for (const each of [all, line]) each.begin(now);
    line.waiting.shift()!.begin();
    return true;
  };
  const serve = async (): Promise<void> => {
    for (;;) {
      while (beginNext());
      const at = Math.min(...inUse().map(freeAt));
      // Somebody wakes up by then, an answer will, or nobody waits.
      if (at >= wakeAt) return;
      wakeAt = at;
      // A timer may go off a moment early.
      await wait(Math.ceil(at - nowMs()) + 1);
      if (wakeAt === at) wakeAt = Infinity;
    }
  };
  const keepPlace: KeepPlace = (endpoint) => {
    const line = lineOf(endpoint);
    const rounds = Math.max(line.roundsBehind([line], nowMs()), all.roundsBehind(lines.values(), nowMs()));
    if (rounds * (SECOND_MS + tookMs) > longestWaitMs) return 'busy';
    line.kept += 1;
    return () => void (line.kept -= 1);
  };
  const inTurn: InTurn = async (endpoint, question) => {
    const line = lineOf(endpoint);
    await new Promise<void>((begin) => {
      line.waiting.push({ place: place++, begin });
      void serve();
    });
    const begun = nowMs();
    try {
      return await question();
    } finally {
      tookMs += (nowMs() - begun - tookMs) * WEIGHT;
      for (const each of [all, line]) each.end(nowMs());
      void serve();
    }
  };
  return Object.assign(inTurn, { keepPlace });
}

type Counted = ReturnType<typeof counted>;

/** Questions that are on their way or were answered within a second. */
function counted(limit: number) {
  let running = 0;
  const ended: number[] = [];
  return {
    /** when another one may be begun; `Infinity` while that needs an answer first */
    freeAt: () => (running + ended.length < limit ? -Infinity : (ended[0] ?? Infinity) + SECOND_MS),
    /** how often all that may be under way must have been answered before one more begins behind others */
    roundsBehind(others: Iterable<Waiting>, now: number): number {
      const ahead = [...others].reduce((sum, { waiting, kept }) => sum + waiting.length + kept, 0);
      const room = limit - running - ended.filter((at) => at + SECOND_MS > now).length;
      return Math.max(0, ahead + 1 - room) / limit;
    },
    begin(now: number) {
      while (ended.length > 0 && ended[0]! + SECOND_MS <= now) ended.shift();
      running += 1;
    },
    end(now: number) {
      running -= 1;
      ended.push(now);
    },
  };
}
