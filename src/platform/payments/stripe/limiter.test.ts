import { describe, expect, it } from 'vitest';
import { limiter, LIMITS_OF_MODE, type Limits } from './limiter.ts';

/** Asks at instants, and is told when each question was begun. */
async function begun(limits: Limits, asked: readonly { endpoint: string; at: number }[]): Promise<number[]> {
  let now = 0;
  const waits: number[] = [];
  const turn = limiter(limits, { nowMs: () => now, wait: async (ms) => void waits.push(ms) });
  const starts: number[] = [];
  for (const { endpoint, at } of asked) {
    now = at;
    waits.length = 0;
    await turn(endpoint);
    starts.push(at + (waits[0] ?? 0));
  }
  return starts;
}

/** The most that began in any second. */
const mostInASecond = (starts: readonly number[]) =>
  Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));

const burst = (n: number, endpoint: (nth: number) => string) =>
  Array.from({ length: n }, (_, nth) => ({ endpoint: endpoint(nth), at: 0 }));

/** @shows S19.15 */
describe('questions to the processor', () => {
  it('are begun at once while there are few', async () => {
    expect(
      await begun(
        LIMITS_OF_MODE.test,
        burst(20, () => 'charges'),
      ),
    ).toEqual(Array(20).fill(0));
  });

  it('of one endpoint are at most 20 in any second', async () => {
    for (const limits of Object.values(LIMITS_OF_MODE))
      expect(
        mostInASecond(
          await begun(
            limits,
            burst(150, () => 'charges'),
          ),
        ),
      ).toBe(20);
  });

  it('of several endpoints are at most 60 in any second with live keys, and 20 with test keys', async () => {
    const asked = burst(300, (nth) => `endpoint ${nth % 5}`);
    expect(mostInASecond(await begun(LIMITS_OF_MODE.live, asked))).toBe(60);
    expect(mostInASecond(await begun(LIMITS_OF_MODE.test, asked))).toBe(20);
  });

  it('keep to it when they come at odd moments', async () => {
    const asked = Array.from({ length: 200 }, (_, nth) => ({
      endpoint: 'charges',
      at: nth * 7 + (nth % 13),
    }));
    const starts = await begun(
      LIMITS_OF_MODE.test,
      asked.toSorted((a, b) => a.at - b.at),
    );
    expect(mostInASecond(starts)).toBeLessThanOrEqual(20);
  });
});
