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
import type { CompanyOfPortal } from './company-of-portal.ts';

/** A request to the thread: to run a job for the present company, answered with the id, or to end. */
export type BackgroundRequest =
  | { k: 'run'; id: number; job: Job['name']; company: CompanyOfPortal }
  | { k: 'end' };
export type BackgroundAnswer = { id: number };

/** The start data of the thread; the numbers of `shared` are read while running. */
export type BackgroundData = {
  databaseUrl: string;
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
  company: () => CompanyOfPortal;
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

type ThreadOptions = { log: Log; restMs: number; company: Options['company']; died: () => void };

/** Starts the thread with the first job, and ends the thread after a rest without jobs. */
function openThread(start: () => Worker, { log, restMs, company, died }: ThreadOptions): Thread {
  const unanswered = openUnanswered();
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(rest);
    const ending = thread;
    thread = undefined;
    if (ending) send(ending, { k: 'end' });
    return ending;
  };
  const answered = ({ id }: BackgroundAnswer) => {
    try {
      unanswered.finish(id);
      clearTimeout(rest);
      if (unanswered.isEmpty()) rest = setTimeout(end, restMs).unref();
    } catch (error) {
      // The caller would wait forever: the next thread begins the job again.
      void thread?.terminate();
      throw error;
    }
  };
  const exited = (ended: Worker) => {
    if (thread !== ended) return;
    thread = undefined;
    try {
      unanswered.giveUp();
    } finally {
      died();
    }
  };
  const run = (job: Job['name']) =>
    new Promise<void>((done, failed) => {
      clearTimeout(rest);
      const id = unanswered.add({ done, failed });
      thread ??= listenTo(start(), { answered, exited, log });
      send(thread, { k: 'run', id, job, company: company() });
    });
  return { run, isThere: () => thread !== undefined, end, giveUp: () => unanswered.giveUp() };
}

type Unanswered = { done: () => void; failed: (error: Error) => void };

function openUnanswered() {
  const jobs = new Map<number, Unanswered>();
  let ids = 0;
  return {
    isEmpty: () => jobs.size === 0,
    add(job: Unanswered): number {
      ids += 1;
      jobs.set(ids, job);
      return ids;
    },
    finish(id: number): void {
      jobs.get(id)?.done();
      jobs.delete(id);
    },
    giveUp(): void {
      for (const { failed } of jobs.values()) failed(new Error('the background thread ended'));
      jobs.clear();
    },
  };
}

type Listener = { answered: (answer: BackgroundAnswer) => void; exited: (thread: Worker) => void; log: Log };

function listenTo(thread: Worker, { answered, exited, log }: Listener): Worker {
  thread.on('message', answered);
  thread.on('error', (error) => {
    log.error({ faults: countFault(), error: describeError(error) }, 'the background thread failed');
    // An error ends the thread; a listener of its exit that throws would leave its jobs waiting for ever.
    exited(thread);
  });
  thread.on('exit', () => exited(thread));
  return thread;
}

/**
 * Runs jobs in a thread of low priority. The thread ends after five minutes without a job and starts again
 * with the next job. A dead thread is restarted: claimed work is repeated after the end of the lease, as
 * after any crash; waiting jobs start a second later, or up to a minute later after repeated deaths.
 */
export function openBackground(options: Options): Background {
  const { log, clockOffsetMs, startThread = startOurs, restMs = REST_MS, restartMs = RESTART_MS } = options;
  const { databaseUrl, config, company } = options;
  const shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
  const numbers = new Float64Array(shared);
  const rushUntil = rushCounter();
  const start = () => startThread({ databaseUrl, config, shared });
  const restart = openRestart({ log, restartMs, beginAgain: () => woken.beginAgain() });
  const thread = openThread(start, { log, restMs, company, died: restart.died });
  const run = (job: Job['name']) => {
    numbers[SHARED.clockOffsetMs] = clockOffsetMs();
    return thread.run(job);
  };
  const isStopping = () => numbers[SHARED.isStopping] === 1;
  const woken = openWoken({ run, restart, isStopping });
  return {
    wake: (job) => {
      numbers[SHARED.rushUntilMs] = Math.max(numbers[SHARED.rushUntilMs]!, rushUntil(monotonicMs()));
      woken.wake(job);
    },
    run,
    state: () => (restart.isWaiting() ? 'restarting' : thread.isThere() ? 'running' : 'at rest'),
    async stop() {
      numbers[SHARED.isStopping] = 1;
      restart.stop();
      await ended(thread.end());
      thread.giveUp();
    },
  };
}

type RestartOptions = { log: Log; restartMs: number; beginAgain: () => void };

function openRestart({ log, restartMs, beginAgain }: RestartOptions) {
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;
  const died = () => {
    const inMs = Math.min(restartMs * 2 ** deaths, MINUTE_MS);
    deaths += 1;
    restart = setTimeout(() => {
      try {
        beginAgain();
        restart = undefined;
      } finally {
        if (restart) died();
      }
    }, inMs).unref();
    log.error({ deaths, in_ms: inMs }, 'the background thread died; it is started again');
  };
  return {
    died,
    isWaiting: () => restart !== undefined,
    forgetDeaths: () => void (deaths = 0),
    stop: () => clearTimeout(restart),
  };
}

type WokenOptions = {
  run: Background['run'];
  restart: Pick<ReturnType<typeof openRestart>, 'isWaiting' | 'forgetDeaths'>;
  isStopping: () => boolean;
};

/** Runs a woken job; a job woken while running runs a second time. */
function openWoken({ run, restart, isStopping }: WokenOptions) {
  const woken = new Map<Job['name'], 'runs' | 'waits'>();
  const begin = async (job: Job['name']): Promise<void> => {
    woken.set(job, 'runs');
    try {
      await run(job);
      restart.forgetDeaths();
      const isAskedAgain = woken.get(job) === 'waits';
      woken.delete(job);
      if (isAskedAgain) wake(job);
    } catch {
      // The restart begins the job again.
      woken.set(job, 'waits');
    }
  };
  const wake = (job: Job['name']): void => {
    if (isStopping()) return;
    if (woken.has(job) || restart.isWaiting()) woken.set(job, 'waits');
    else void begin(job);
  };
  const beginAgain = () => {
    for (const job of woken.keys()) void begin(job);
  };
  return { wake, beginAgain };
}

/** Waits for the end of a thread, and terminates the thread after the time limit. */
async function ended(thread: Worker | undefined): Promise<void> {
  if (!thread) return;
  await within(STOP_WITHIN_MS, once(thread, 'exit'));
  await thread.terminate();
}
