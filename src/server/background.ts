import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#kit/durations.ts';
import { within } from '#kit/within.ts';
import type { Config } from '#platform/config/config.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { Log } from '#platform/log/log.ts';
import { rushCounter } from '#platform/outbox/pace.ts';
import type { Job } from '#platform/queue/job.ts';

/** A request to the thread: to run a job, answered with the id, or to end. */
export type BackgroundRequest = { k: 'run'; id: number; job: Job['name'] } | { k: 'end' };
export type BackgroundAnswer = { id: number };

/** The start data of the thread; the numbers of `shared` are read while running. */
export type BackgroundData = {
  databaseUrl: string;
  time_zone: string;
  mailFrom: string;
  config: Config;
  shared: SharedArrayBuffer;
};

export const SHARED = { clockOffsetMs: 0, rushUntilMs: 1, isStopping: 2 } as const;

/** Milliseconds of a monotonic clock shared by the threads of the process. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** The thread for mails and documents, with lower priority than requests. */
export type Background = {
  /** asks for a run soon; several requests for a waiting job lead to a single run */
  wake: (job: Job['name']) => void;
  /** runs a job to the end; a failed job is logged */
  run: (job: Job['name']) => Promise<void>;
  state: () => 'at rest' | 'running' | 'restarting';
  /** finishes the current mail, releases the others, and ends the thread */
  stop: () => Promise<void>;
};

type Options = Omit<BackgroundData, 'shared'> & {
  log: Log;
  /** the lead of the sandbox clock (K1) */
  clockOffsetMs: () => number;
  startThread?: (workerData: BackgroundData) => Worker;
  restMs?: number;
  restartMs?: number;
};

// The thread holds tens of megabytes.
const REST_MS = 5 * MINUTE_MS;
const RESTART_MS = 1_000;
const STOP_WITHIN_MS = 5_000;

type Asked = { done: () => void; failed: (error: Error) => void };

// Without a limit, the heap grows to several times the need before a collection.
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

const startOurs = (workerData: BackgroundData) =>
  new Worker(new URL('./background-worker.ts', import.meta.url), { workerData, resourceLimits: HEAP });

// oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
const send = (to: Worker, request: BackgroundRequest) => to.postMessage(request);

type Thread = {
  run: (job: Job['name']) => Promise<void>;
  isThere: () => boolean;
  /** asks the thread to end after the jobs already requested */
  end: () => Worker | undefined;
  /** rejects the unfinished jobs */
  giveUp: () => void;
};

/** A thread started by the first job and ended after a rest without jobs. */
function openThread(
  start: () => Worker,
  { log, restMs, died }: { log: Log; restMs: number; died: () => void },
): Thread {
  const asked = new Map<number, Asked>();
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;
  let ids = 0;

  const end = () => {
    clearTimeout(rest);
    const ending = thread;
    thread = undefined;
    if (ending) send(ending, { k: 'end' });
    return ending;
  };
  const giveUp = () => {
    for (const { failed } of asked.values()) failed(new Error('the background thread ended'));
    asked.clear();
  };
  const endAfterRest = () => {
    clearTimeout(rest);
    if (asked.size === 0) rest = setTimeout(end, restMs).unref();
  };
  const takeAnswer = ({ id }: BackgroundAnswer) => {
    try {
      asked.get(id)?.done();
      asked.delete(id);
      endAfterRest();
    } catch (error) {
      // The caller would wait forever: the next thread begins the job again.
      void thread?.terminate();
      throw error;
    }
  };
  const startAndListen = () => {
    const started = start();
    started.on('message', takeAnswer);
    started.on('error', (error) =>
      log.error({ faults: countFault(), error: describeError(error) }, 'the background thread failed'),
    );
    started.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      try {
        giveUp();
      } finally {
        died();
      }
    });
    return started;
  };
  const run = (job: Job['name']) =>
    new Promise<void>((done, failed) => {
      clearTimeout(rest);
      ids += 1;
      asked.set(ids, { done, failed });
      thread ??= startAndListen();
      send(thread, { k: 'run', id: ids, job });
    });
  return { run, isThere: () => thread !== undefined, end, giveUp };
}

/**
 * Runs jobs in a thread of low priority. The thread ends after five minutes without a job and starts again
 * with the next job. A dead thread is restarted: claimed work is repeated after the end of the lease, as
 * after any crash; waiting jobs start a second later, or up to a minute later after repeated deaths.
 */
export function openBackground(options: Options): Background {
  const { log, clockOffsetMs, startThread = startOurs, restMs = REST_MS, restartMs = RESTART_MS } = options;
  const { databaseUrl, time_zone, mailFrom, config } = options;
  const shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
  const numbers = new Float64Array(shared);
  const rushUntil = rushCounter();
  const woken = new Map<Job['name'], 'runs' | 'waits'>();
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;

  const died = () => {
    const inMs = Math.min(restartMs * 2 ** deaths, MINUTE_MS);
    deaths += 1;
    restart = setTimeout(() => {
      try {
        for (const job of woken.keys()) void begin(job);
        restart = undefined;
      } finally {
        if (restart) died();
      }
    }, inMs).unref();
    log.error({ deaths, in_ms: inMs }, 'the background thread died; it is started again');
  };
  const start = () => startThread({ databaseUrl, time_zone, mailFrom, config, shared });
  const thread = openThread(start, { log, restMs, died });
  const run = (job: Job['name']) => {
    numbers[SHARED.clockOffsetMs] = clockOffsetMs();
    return thread.run(job);
  };
  const begin = async (job: Job['name']): Promise<void> => {
    woken.set(job, 'runs');
    try {
      await run(job);
      deaths = 0;
      const isAskedAgain = woken.get(job) === 'waits';
      woken.delete(job);
      if (isAskedAgain) wake(job);
    } catch {
      // The restart begins the job again.
      woken.set(job, 'waits');
    }
  };
  const wake = (job: Job['name']): void => {
    if (numbers[SHARED.isStopping] === 1) return;
    if (woken.has(job) || restart) woken.set(job, 'waits');
    else void begin(job);
  };
  return {
    wake: (job) => {
      numbers[SHARED.rushUntilMs] = Math.max(numbers[SHARED.rushUntilMs]!, rushUntil(monotonicMs()));
      wake(job);
    },
    run,
    state: () => (restart && 'restarting') || (thread.isThere() ? 'running' : 'at rest'),
    async stop() {
      numbers[SHARED.isStopping] = 1;
      clearTimeout(restart);
      await ended(thread.end());
      thread.giveUp();
    },
  };
}

/** Waits for the end of a thread, and terminates the thread after the time limit. */
async function ended(thread: Worker | undefined): Promise<void> {
  if (!thread) return;
  await within(STOP_WITHIN_MS, once(thread, 'exit'));
  await thread.terminate();
}
