const SECOND_MS = 1_000;

/** How many questions are begun in any second. */
export type Limits = { ofEndpoint: number; overall: number };

/** Below what Stripe takes: 25 in test; live 25 of an endpoint and 100 in all. */
export const LIMITS_OF_MODE: Readonly<Record<'test' | 'live', Limits>> = {
  test: { ofEndpoint: 20, overall: 20 },
  live: { ofEndpoint: 20, overall: 60 },
};

/** Resolves when a question to an endpoint may be begun; they go in the order in which they came. */
export type Turn = (endpoint: string) => Promise<void>;

type Time = { nowMs: () => number; wait: (ms: number) => Promise<void> };

const REAL: Time = {
  nowMs: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Spreads the questions of this process so that no second, wherever it begins, has more than the limits. Each
 * is given its instant when it asks, so that a burst waits in line.
 */
export function limiter({ ofEndpoint, overall }: Limits, { nowMs, wait }: Time = REAL): Turn {
  const all = window(overall);
  const each = new Map<string, ReturnType<typeof window>>();
  return async (endpoint) => {
    const own = each.get(endpoint) ?? window(ofEndpoint);
    each.set(endpoint, own);
    const now = nowMs();
    const at = Math.max(now, all.free(), own.free());
    all.take(at);
    own.take(at);
    // A timer may go off a moment early.
    if (at > now) await wait(Math.ceil(at - now) + 1);
  };
}

/** The instants of the last questions, the oldest of which another one has to be a second after. */
function window(limit: number) {
  const taken: number[] = [];
  return {
    free: () => (taken.length < limit ? 0 : taken[0]! + SECOND_MS),
    take(at: number) {
      taken.push(at);
      if (taken.length > limit) taken.shift();
    },
  };
}
