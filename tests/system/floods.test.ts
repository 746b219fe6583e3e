import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FLOODS } from '#tests/support/sweep/floods.ts';

/* What a stranger can fill, each by itself; tests/long/made-up-floods.test.ts floods a whole portal. */

const REQUESTS = 20_000;
const MOST_BYTES = 30 * 1024 * 1024;
// A counted line for each of a hundred kinds, and the tenth, the hundredth … of the others.
const MOST_LINES = 110;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function bytesHeld(): number {
  for (let nr = 0; nr < 3; nr += 1) collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** @shows MH6.5 */
describe('twenty thousand requests of strangers', () => {
  it.each([...new Set(Object.values(FLOODS))].map((flood) => [namesOf(flood), flood] as const))(
    'leave neither memory nor lines in %s',
    async (_, flood) => {
      // What the first requests load and compile stays.
      await flood(100);
      const before = bytesHeld();
      const { kept, lines } = await flood(REQUESTS);
      expect(bytesHeld() - before).toBeLessThan(MOST_BYTES);
      expect(lines).toBeLessThan(MOST_LINES);
      // Held until here, so that a structure that was collected does not pass for a small one.
      expect(kept).toBeDefined();
    },
  );
});

function namesOf(flood: (typeof FLOODS)[string]): string {
  return Object.keys(FLOODS)
    .filter((name) => FLOODS[name] === flood)
    .join(', ');
}
