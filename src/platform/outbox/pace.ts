export type Pace = {
  beforeBatch: () => Promise<void>;
  /** the process ends: mails claimed and not begun are released */
  isStopping: () => boolean;
};

export const WITHOUT_PAUSE: Pace = { beforeBatch: async () => undefined, isStopping: () => false };

const WAIT_AT_MOST_MS = 60_000;

const LOOK_EVERY_MS = 100;

type Options = {
  isRush: () => boolean;
  isStopping: () => boolean;
  /** milliseconds of a clock nobody moves */
  nowMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
};

/**
 * Lets buyers go first: before each batch the drain waits for the end of the rush. After a minute of waits in
 * all, the drain goes on during a rush too: no rush holds mails up longer.
 */
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
 * Detects a rush: four commits with mails within a second. The rush ends after a second without a fourth
 * commit.
 * @returns a function to call at each commit, for the end of the rush in ms; 0 without a rush
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
