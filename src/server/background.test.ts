import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { silentLog } from '#platform/log/log.ts';
import { openBackground, SHARED, type Background } from './background.ts';

/** A thread obeying the names of jobs, with a count of begun jobs. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const begun = new Int32Array(workerData.begun);
  parentPort.on('message', ({ k, id, job }) => {
    if (k === 'end') process.exit(0);
    const count = Atomics.add(begun, 0, 1) + 1;
    if (job === 'die.always' || (job === 'die.once' && count === 1)) process.exit(3);
    if (job === 'throw.once' && count === 1) throw new Error('planted');
    if (job === 'hang.on') return;
    setTimeout(() => parentPort.postMessage({ id }), 20);
  });
`;

const opened: Background[] = [];
afterEach(async () => {
  for (const background of opened.splice(0)) await background.stop();
});

type Changes = { restMs?: number; restartMs?: number; clockOffsetMs?: () => number };

function background({ restMs = 60_000, restartMs = 10, clockOffsetMs = () => 0 }: Changes = {}) {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const threads: Worker[] = [];
  let numbers = new Float64Array(new SharedArrayBuffer(0));
  const open = openBackground({
    databaseUrl: '',
    company: () => ({ time_zone: 'America/New_York', mail_from: '' }),
    config: readConfig({ NODE_ENV: 'test' }),
    log: silentLog(),
    clockOffsetMs,
    restMs,
    restartMs,
    startThread: (workerData) => {
      numbers = new Float64Array(workerData.shared);
      threads.push(new Worker(THREAD, { eval: true, workerData: { ...workerData, begun: begun.buffer } }));
      return threads.at(-1)!;
    },
  });
  opened.push(open);
  return { ...open, threads, begun: () => begun[0], numbers: () => numbers };
}

describe('the background thread', () => {
  it('does not run before there is something to do', async () => {
    const { threads, state, run } = background();
    expect([threads.length, state()]).toEqual([0, 'at rest']);
    await run('outbox.drain');
    expect([threads.length, state()]).toEqual([1, 'running']);
  });

  it('ends when nothing was to do for a while, and starts again for the next job', async () => {
    const { threads, state, run } = background({ restMs: 10 });
    await run('outbox.drain');
    await expect.poll(state).toBe('at rest');
    await run('outbox.drain');
    expect(threads).toHaveLength(2);
  });

  it('runs a job once more, and not more often, for all who asked while it ran', async () => {
    const { wake, begun, run } = background();
    for (let i = 0; i < 50; i += 1) wake('outbox.drain');
    await expect.poll(begun).toBe(2);
    await run('other.job');
    expect(begun()).toBe(3);
  });

  it('reads how far the clock is ahead when it is asked', async () => {
    let offsetMs = 0;
    const { run, numbers } = background({ clockOffsetMs: () => offsetMs });
    await run('outbox.drain');
    offsetMs = 86_400_000;
    await run('outbox.drain');
    expect(numbers()[SHARED.clockOffsetMs]).toBe(86_400_000);
  });

  it('knows that people are buying from how often it is asked', async () => {
    const { wake, run, numbers } = background();
    for (let i = 0; i < 3; i += 1) wake('outbox.drain');
    expect(numbers()[SHARED.rushUntilMs]).toBe(0);
    wake('outbox.drain');
    expect(numbers()[SHARED.rushUntilMs]).toBeGreaterThan(0);
    await run('outbox.drain');
  });
});

describe('a background thread that dies', () => {
  it('is started again and does what was asked of it; health tells meanwhile', async () => {
    const { wake, state, threads, begun } = background({ restartMs: 300 });
    wake('die.once');
    await expect.poll(state).toBe('restarting');
    await expect.poll(begun).toBe(2);
    await expect.poll(state).toBe('running');
    expect(threads).toHaveLength(2);
  });

  /** @shows MC1.6 */
  it('of an error that nobody caught is counted, and started again', async () => {
    const before = faultsSoFar();
    const { wake, threads, begun } = background();
    wake('throw.once');
    await expect.poll(begun).toBe(2);
    expect([faultsSoFar() - before, threads.length]).toEqual([1, 2]);
  });

  it('lets nobody wait for a job for ever', async () => {
    const { run } = background();
    await expect(run('die.always')).rejects.toThrow('the background thread ended');
  });
});

describe('a portal that stops', () => {
  it('ends the thread and starts none any more', async () => {
    const { run, wake, stop, threads, state } = background();
    await run('outbox.drain');
    await stop();
    wake('outbox.drain');
    expect([threads.length, state()]).toEqual([1, 'at rest']);
  });

  it('tells the thread so before it ends it', async () => {
    const { run, stop, numbers } = background();
    await run('outbox.drain');
    await stop();
    expect(numbers()[SHARED.isStopping]).toBe(1);
  });
});
