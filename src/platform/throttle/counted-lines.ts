import { HOUR_MS } from '#kit/durations.ts';

/** Returns the count of this hour if a log line is due, else undefined. */
export type CountedLines = (what: string, now: Date) => number | undefined;

const THINGS_COUNTED = 100;
const OTHERS = 'others';

/** For events anybody may cause: logs the first of an hour, the tenth, the hundredth, …, by process. */
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
