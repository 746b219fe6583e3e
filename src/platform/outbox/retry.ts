const FIRST_MS = 30_000;
const LONGEST_MS = 15 * 60_000;

/** About two weeks of tries; a message that nobody took until then is looked at by a person. */
export const MAX_TRIES = 1_300;

/** How long after the n-th failed try the next one waits: 30 s, doubling up to a quarter of an hour. */
export function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
}
