import { HOUR_MS } from '#kit/durations.ts';

/** Counts one thing; how many there were in this hour when a line about it is due, else undefined. */
export type CountedLines = (what: string, now: Date) => number | undefined;

/** More things than the portal has lines about; whatever else comes in an hour is counted as one thing. */
const THINGS_COUNTED = 100;
const OTHERS = 'others';

/**
 * For log lines about what anybody may cause as often as they like: the first of an hour, the tenth, the
 * hundredth, … Counted in this process's memory.
 */
export function countedLines(): CountedLines {
  let hour = 0;
  const counts = new Map<string, number>();
  return (what, now) => {
    const at = Math.floor(now.getTime() / HOUR_MS);
    if (at !== hour) counts.clear();
    hour = at;
    const thing = counts.has(what) || counts.size < THINGS_COUNTED ? what : OTHERS;
    const count = (counts.get(thing) ?? 0) + 1;
    counts.set(thing, count);
    return Number.isInteger(Math.log10(count)) ? count : undefined;
  };
}
