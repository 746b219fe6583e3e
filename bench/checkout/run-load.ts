import type { PreparedFamily } from '#tests/support/portal/prepared-families.ts';

export type Load = { orders: number; perSecond: number; p50Ms: number; p99Ms: number; slowestMs: number };

type Options = { customers: number; seconds: number; families: PreparedFamily[] };

/**
 * Lets customers buy side by side, one order after the other, until the time is over or everybody has
 * bought. Orders on their way at the end are waited for and counted.
 */
export async function runLoad(
  { customers, seconds, families }: Options,
  buy: (family: PreparedFamily) => Promise<unknown>,
): Promise<Load> {
  const queue = families.values();
  const took: number[] = [];
  const start = performance.now();
  const buyOn = async () => {
    for (const family of queue) {
      const before = performance.now();
      await buy(family);
      took.push(performance.now() - before);
      if (performance.now() - start > seconds * 1000) return;
    }
  };
  await Promise.all(Array.from({ length: customers }, buyOn));
  const elapsedMs = performance.now() - start;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return {
    orders: took.length,
    perSecond: took.length / (elapsedMs / 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    slowestMs: took.at(-1) ?? 0,
  };
}
