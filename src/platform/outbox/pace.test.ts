import { describe, expect, it } from 'vitest';
import { rushCounter, yieldToBuyers } from './pace.ts';

function pacing({ rushMs, stopsAtMs = Infinity }: { rushMs: number; stopsAtMs?: number }) {
  let nowMs = 0;
  const pace = yieldToBuyers({
    isRush: () => nowMs < rushMs,
    isStopping: () => nowMs >= stopsAtMs,
    nowMs: () => nowMs,
    sleep: async (ms) => void (nowMs += ms),
  });
  return { pace, nowMs: () => nowMs, work: (ms: number) => void (nowMs += ms) };
}

describe('a drain while people buy', () => {
  it('waits for nothing when nobody buys', async () => {
    const { pace, nowMs } = pacing({ rushMs: 0 });
    await pace.beforeBatch();
    expect(nowMs()).toBe(0);
  });

  it('goes on as soon as the rush is over', async () => {
    const { pace, nowMs } = pacing({ rushMs: 5_000 });
    await pace.beforeBatch();
    expect(nowMs()).toBe(5_000);
  });

  it('waits a minute in all, however long the rush lasts and however many batches there are', async () => {
    const { pace, nowMs, work } = pacing({ rushMs: Infinity });
    await pace.beforeBatch();
    expect(nowMs()).toBe(60_000);
    for (let batch = 0; batch < 10; batch += 1) {
      work(2_000);
      await pace.beforeBatch();
    }
    expect(nowMs()).toBe(80_000);
  });

  it('counts no time against the minute in which it worked', async () => {
    let isRush = false;
    let nowMs = 0;
    const pace = yieldToBuyers({
      isRush: () => isRush,
      isStopping: () => false,
      nowMs: () => nowMs,
      sleep: async (ms) => void (nowMs += ms),
    });
    await pace.beforeBatch();
    nowMs = 50_000;
    isRush = true;
    await pace.beforeBatch();
    expect(nowMs).toBe(110_000);
  });

  it('stops waiting when the portal ends', async () => {
    const { pace, nowMs } = pacing({ rushMs: Infinity, stopsAtMs: 300 });
    await pace.beforeBatch();
    expect(nowMs()).toBe(300);
  });
});

describe('a rush', () => {
  it('is the fourth order within a second, and lasts a second from it', () => {
    const note = rushCounter();
    expect([0, 300, 600, 999].map(note)).toEqual([0, 0, 0, 1_999]);
  });

  it('is none with three orders a second', () => {
    const note = rushCounter();
    expect([0, 400, 800, 1_200, 1_600, 2_000].map(note)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
