export type Pace = {
  beforeBatch: () => Promise<void>;
  isStopping: () => boolean;
};

export const WITHOUT_PAUSE: Pace = { beforeBatch: async () => undefined, isStopping: () => false };

const WAIT_AT_MOST_MS = 60_000;

const LOOK_EVERY_MS = 100;

type Options = {
  isRush: () => boolean;
  isStopping: () => boolean;
  nowMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
};

/** Buyers go first: the drain waits for the end of a rush, but no longer than a minute in all. */
export function yieldToBuyers({ isRush, isStopping, nowMs, sleep }: Options): Pace {
  let waitedMs = 0;
  const beforeBatch = async () => {
    const startMs = nowMs();
    while (isRush() && !isStopping() && waitedMs + nowMs() - startMs < WAIT_AT_MOST_MS)
      await sleep(LOOK_EVERY_MS);
    waitedMs += nowMs() - startMs;
  };
  return { beforeBatch, isStopping };
}

const RUSH_ORDERS = 4;
const RUSH_WITHIN_MS = 1_000;

/**
 * Four commits with mails within a second. @returns the end of the rush in ms for a commit; 0 without a rush
 */
export function rushCounter(): (nowMs: number) => number {
  const last: number[] = [];
  return (nowMs) => {
    last.push(nowMs);
    if (last.length > RUSH_ORDERS) last.shift();
    const isRush = last.length === RUSH_ORDERS && nowMs - last[0]! < RUSH_WITHIN_MS;
    return isRush ? nowMs + RUSH_WITHIN_MS : 0;
  };
}
