import { expect, it } from 'vitest';
import { QueueFull, concurrencyLimit } from './concurrency-limit.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

it('lets so many in at once and the others in turn', async () => {
  const limit = concurrencyLimit({ width: 2, waiting: 10 });
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) =>
    limit(async () => {
      inside += 1;
      most = Math.max(most, inside);
      order.push(n);
      await tick();
      inside -= 1;
    });
  await Promise.all([1, 2, 3, 4, 5, 6].map(work));
  expect([most, order]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
});

it('turns away who finds the queue full, and nobody for ever', async () => {
  const limit = concurrencyLimit({ width: 1, waiting: 1 });
  const answers = await Promise.allSettled([1, 2, 3].map(() => limit(tick)));
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(limit(async () => 'in')).resolves.toBe('in');
});

it('opens again after work that failed', async () => {
  const limit = concurrencyLimit({ width: 1, waiting: 0 });
  await expect(limit(async () => Promise.reject(new Error('oh')))).rejects.toThrow('oh');
  await expect(limit(async () => 'in')).resolves.toBe('in');
  const busy = limit(tick);
  await expect(limit(tick)).rejects.toBeInstanceOf(QueueFull);
  await busy;
});
