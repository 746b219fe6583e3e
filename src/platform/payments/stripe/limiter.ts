const SECOND_MS = 1_000;

export type Limits = {
  ofEndpoint: number;
  overall: number;
  longestWaitMs: number;
  pausesMs: readonly number[];
};

const PAUSES_MS = [500, 1_000, 2_000];

/** Together with `TIMEOUT_MS` below half a minute, after which billing gives up on the answer. */
const LONGEST_WAIT_MS = 8_000;

const COMMON = { longestWaitMs: LONGEST_WAIT_MS, pausesMs: PAUSES_MS };

/** Below the limits of Stripe: 25 in test; in live mode 25 for an endpoint and 100 overall. */
export const LIMITS_OF_MODE: Readonly<Record<'test' | 'live', Limits>> = {
  test: { ofEndpoint: 20, overall: 20, ...COMMON },
  live: { ofEndpoint: 20, overall: 60, ...COMMON },
};

/** Several portals of one account share the limits of the account (MS10.6). */
export const sharedBy = (portals: number, { ofEndpoint, overall, ...others }: Limits): Limits => ({
  ofEndpoint: Math.max(1, Math.floor(ofEndpoint / portals)),
  overall: Math.max(1, Math.floor(overall / portals)),
  ...others,
});

export type InTurn = <T>(endpoint: string, question: () => Promise<T>) => Promise<T>;

export type KeepPlace = (endpoint: string) => (() => void) | 'busy';

type Time = { nowMs: () => number; wait: (ms: number) => Promise<void> };

const REAL: Time = {
  nowMs: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type Waiting = { waiting: readonly unknown[]; kept: number };

type Line = Counted & {
  waiting: { place: number; begin: () => void }[];
  kept: number;
};

/** The assumed duration of an answer at the start, in ms, and the weight of each new answer. */
const [FIRST_TOOK_MS, WEIGHT] = [500, 0.1];

/**
 * A question may reach Stripe at any moment between start and answer, so each question counts from the start
 * until a second after the answer. While an endpoint is at the limit, questions to other endpoints pass.
 */
export function limiter(
  { ofEndpoint, overall, longestWaitMs = Infinity }: Pick<Limits, 'ofEndpoint' | 'overall'> & Partial<Limits>,
  time: Time = REAL,
): InTurn & { keepPlace: KeepPlace } {
  const { nowMs } = time;
  const lines = openLines({ ofEndpoint, overall });
  const serve = serverOf(lines, time);
  let tookMs = FIRST_TOOK_MS;
  const keepPlace: KeepPlace = (endpoint) => {
    const line = lines.of(endpoint);
    if (lines.roundsBehind(line, nowMs()) * (SECOND_MS + tookMs) > longestWaitMs) return 'busy';
    line.kept += 1;
    return () => void (line.kept -= 1);
  };
  const inTurn: InTurn = async (endpoint, question) => {
    const line = lines.of(endpoint);
    await new Promise<void>((begin) => {
      lines.add(line, begin);
      void serve();
    });
    const begun = nowMs();
    try {
      return await question();
    } finally {
      tookMs += (nowMs() - begun - tookMs) * WEIGHT;
      lines.end(line, nowMs());
      void serve();
    }
  };
  return Object.assign(inTurn, { keepPlace });
}

/** Begins the waiting questions, until nothing waits or a timer is earlier. */
function serverOf(lines: ReturnType<typeof openLines>, { nowMs, wait }: Time): () => Promise<void> {
  let wakeAt = Infinity;
  return async () => {
    for (;;) {
      while (lines.beginNext(nowMs()));
      const at = lines.nextFreeAt();
      // An earlier wake-up or an answer will serve the queue, or the queue is empty.
      if (at >= wakeAt) return;
      wakeAt = at;
      // A timer may fire a moment early.
      await wait(Math.ceil(at - nowMs()) + 1);
      if (wakeAt === at) wakeAt = Infinity;
    }
  };
}

/** The waiting questions of each endpoint, in the order of arrival. */
function openLines({ ofEndpoint, overall }: Pick<Limits, 'ofEndpoint' | 'overall'>) {
  const all = counted(overall);
  const lines = new Map<string, Line>();
  let place = 0;
  const inUse = () => [...lines.values()].filter(({ waiting }) => waiting.length > 0);
  const freeAt = (line: Line) => Math.max(all.freeAt(), line.freeAt());
  return {
    of(endpoint: string): Line {
      const line = lines.get(endpoint) ?? { ...counted(ofEndpoint), waiting: [], kept: 0 };
      lines.set(endpoint, line);
      return line;
    },
    add: (line: Line, begin: () => void) => void line.waiting.push({ place: place++, begin }),
    nextFreeAt: () => Math.min(...inUse().map(freeAt)),
    roundsBehind: (line: Line, now: number) =>
      Math.max(line.roundsBehind([line], now), all.roundsBehind(lines.values(), now)),
    beginNext(now: number): boolean {
      const free = inUse().filter((line) => freeAt(line) <= now);
      const [line] = free.toSorted((a, b) => a.waiting[0]!.place - b.waiting[0]!.place);
      if (!line) return false;
      for (const each of [all, line]) each.begin(now);
      line.waiting.shift()!.begin();
      return true;
    },
    end(line: Line, now: number): void {
      for (const each of [all, line]) each.end(now);
    },
  };
}

type Counted = ReturnType<typeof counted>;

/** Counts questions under way or answered within the last second. */
function counted(limit: number) {
  let running = 0;
  const ended: number[] = [];
  return {
    /** `Infinity` if only an answer makes room */
    freeAt: () => (running + ended.length < limit ? -Infinity : (ended[0] ?? Infinity) + SECOND_MS),
    /** the rounds of answers before the next can start behind the others */
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
