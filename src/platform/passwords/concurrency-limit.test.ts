import { expect, it } from 'vitest';
import { DoorFull, narrowDoor } from './concurrency-limit.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

it('lets so many in at once and the others in turn', async () => {
  const door = narrowDoor({ width: 2, waiting: 10 });
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) =>
    door(async () => {
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
  const door = narrowDoor({ width: 1, waiting: 1 });
  const answers = await Promise.allSettled([1, 2, 3].map(() => door(tick)));
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(door(async () => 'in')).resolves.toBe('in');
});

it('opens again after work that failed', async () => {
  const door = narrowDoor({ width: 1, waiting: 0 });
  await expect(door(async () => Promise.reject(new Error('oh')))).rejects.toThrow('oh');
  await expect(door(async () => 'in')).resolves.toBe('in');
  const busy = door(tick);
  await expect(door(tick)).rejects.toBeInstanceOf(DoorFull);
  await busy;
});
