import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { within } from './within.ts';

it('gives what came in time', async () => {
  expect(await within(1_000, Promise.resolve('here'))).toBe('here');
});

it('gives nothing for what takes longer', async () => {
  expect(await within(5, sleep(1_000, 'late', { ref: false }))).toBeUndefined();
});

it('fails as the step fails', async () => {
  await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
