/** When a drain may go on: asked before each batch, and between mails whether it is to end. */
export type Pace = {
  /** resolves once the next batch may be claimed */
  beforeBatch: () => Promise<void>;
  /** the process ends: what was claimed and not begun is released */
  isStopping: () => boolean;
};

export const WITHOUT_PAUSE: Pace = { beforeBatch: async () => undefined, isStopping: () => false };

/** How long a drain waits in all because people are buying. */
const WAIT_AT_MOST_MS = 60_000;

const LOOK_EVERY_MS = 100;

type Options = {
  /** people are buying at this moment */
  isRush: () => boolean;
  isStopping: () => boolean;
  /** milliseconds of a clock that nobody moves */
  nowMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
};

/**
 * Lets buyers go first: before each batch the drain waits until the rush is over. It waits a minute in all;
 * then it goes on until nothing waits, whoever buys, so that no rush holds mails up for longer.
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
 * Tells a rush: four commits that left mails within a second. It is over when a second has passed without the
 * fourth.
 * @returns notes one, and says until when the rush lasts; 0 for none
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
