import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, SHARED, type BackgroundData, type BackgroundRequest } from './background.ts';
import type { CompanyOfPortal } from './company-of-portal.ts';
import { lowerPriority } from '#platform/sheets/lower-priority.ts';

/* The thread of background.ts. */

const LOW_PRIORITY = 10;

const { shared, ...data } = workerData as BackgroundData;
const numbers = new Float64Array(shared);

// Named by each request to run.
let company: CompanyOfPortal | undefined;

const { openBackgroundJobs } = await import('./background-jobs.ts');
const { run, close } = await openBackgroundJobs({
  ...data,
  company: () => company!,
  clockOffsetMs: () => numbers[SHARED.clockOffsetMs]!,
  pace: {
    isRush: () => monotonicMs() < numbers[SHARED.rushUntilMs]!,
    isStopping: () => numbers[SHARED.isStopping] === 1,
    nowMs: monotonicMs,
    sleep,
  },
});

// After loading: the first mail after a rest waits for the imports.
lowerPriority(LOW_PRIORITY);

const running = new Set<Promise<void>>();

async function answer({ id, job }: Extract<BackgroundRequest, { k: 'run' }>): Promise<void> {
  await run(job);
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
  parentPort!.postMessage({ id });
}

async function end(): Promise<void> {
  await Promise.all(running);
  await close();
  process.exit(0);
}

parentPort!.on('message', (request: BackgroundRequest) => {
  if (request.k === 'end') return void end();
  ({ company } = request);
  const answered = answer(request).finally(() => running.delete(answered));
  running.add(answered);
});
