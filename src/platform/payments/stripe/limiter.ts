const SECOND_MS = 1_000;

/** How many questions reach Stripe in any second. */
export type Limits = {
  ofEndpoint: number;
  overall: number;
  /** after which a page of a list is asked for again that Stripe took for one question too many */
  pausesMs: readonly number[];
};

const PAUSES_MS = [500, 1_000, 2_000];

/** Below what Stripe takes: 25 in test; live 25 of an endpoint and 100 in all. */
export const LIMITS_OF_MODE: Readonly<Record<'test' | 'live', Limits>> = {
  test: { ofEndpoint: 20, overall: 20, pausesMs: PAUSES_MS },
  live: { ofEndpoint: 20, overall: 60, pausesMs: PAUSES_MS },
};

/** Asks a question of an endpoint when its turn has come; they go in the order in which they came. */
export type InTurn = <T>(endpoint: string, question: () => Promise<T>) => Promise<T>;

type Time = { nowMs: () => number; wait: (ms: number) => Promise<void> };

const REAL: Time = {
  nowMs: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type Line = Counted & { waiting: { place: number; begin: () => void }[] };

/**
 * Has the questions of this process asked so that no second, wherever it begins, brings Stripe more than the
 * limits, however long each is on its way: it may come at any moment between its beginning and its answer, so
 * it counts from the one until a second after the other. While an endpoint has its share, others pass it.
 */
export function limiter(
  { ofEndpoint, overall }: Omit<Limits, 'pausesMs'>,
  { nowMs, wait }: Time = REAL,
): InTurn {
  const all = counted(overall);
  const lines = new Map<string, Line>();
  let [place, wakeAt] = [0, Infinity];
  const lineOf = (endpoint: string): Line => {
    const line = lines.get(endpoint) ?? { ...counted(ofEndpoint), waiting: [] };
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
  return async (endpoint, question) => {
    const line = lineOf(endpoint);
    await new Promise<void>((begin) => {
      line.waiting.push({ place: place++, begin });
      void serve();
    });
    try {
      return await question();
    } finally {
      for (const each of [all, line]) each.end(nowMs());
      void serve();
    }
  };
}

type Counted = ReturnType<typeof counted>;

/** Questions that are on their way or were answered within a second. */
function counted(limit: number) {
  let running = 0;
  const ended: number[] = [];
  return {
    /** when another one may be begun; `Infinity` while that needs an answer first */
    freeAt: () => (running + ended.length < limit ? -Infinity : (ended[0] ?? Infinity) + SECOND_MS),
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
