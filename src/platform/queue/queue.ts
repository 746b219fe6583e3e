import { PgBoss, type Schedule } from 'pg-boss';
import { isPoolerAt } from '#platform/db/pooler.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { Log } from '#platform/log/log.ts';
import type { Job, MayGoOn } from './job.ts';
import { QUEUE_SCHEMA } from './queue-schema.ts';

export type Queue = {
  /** Runs a job soon, besides its times: called after a commit that left work. */
  triggerJob: (name: Job['name']) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  databaseUrl: string;
  jobs: Job[];
  time_zone: string;
  log: Log;
  /** how long a run may go on; left out, as in production */
  goOnForMs?: number;
};

// A job that is asked for is announced to every portal (LISTEN/NOTIFY). The queue sees within ten seconds
// that it hears no announcements any more, listens anew and looks for work; looking beside that is for what
// nobody thought of. Behind a pooler nobody listens: announcements get lost there, and a connection on which
// somebody else has once listened looks as if all were well.
const POLL_SECONDS = 5;
const POLL_BESIDE_NOTICES_SECONDS = 300;

// How often pg-boss looks whether a time has come. Our shortest schedule is a minute.
const SCHEDULE_SECONDS = 15;

// How often the queue looks after what no job of ours waits for: numbers about itself, jobs that depend on
// others, and runs that a killed portal left behind, which block nothing.
const HOUSEKEEPING_SECONDS = 900;

// The queue takes a run for lost that is older, and begins the next beside it. A run that asks (`MayGoOn`)
// has what is left for what it is in the middle of.
const LOST_AFTER_SECONDS = 900;
const GO_ON_FOR_MS = 600_000;

const QUEUE = {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: LOST_AFTER_SECONDS,
  deleteAfterSeconds: 86_400,
  notify: true,
} as const;

// The queue keeps its connections to itself; one to a server that only reads by now ends with its life (H20).
const CONNECTIONS = { max: 4, maxLifetimeSeconds: 300 };

/**
 * Runs jobs at their times, on whichever portal of the same database comes first. One run of a job
 * waits at most, however often it is asked for. Running ones are not counted: a killed portal leaves
 * one behind that would block the job until it expires.
 */
export async function startQueue(options: Options): Promise<Queue> {
  const { databaseUrl, jobs, time_zone, log, goOnForMs = GO_ON_FOR_MS } = options;
  const isPooled = await isPoolerAt(databaseUrl);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...CONNECTIONS,
    schema: QUEUE_SCHEMA,
    // The owner of the database makes and changes its tables (H13).
    migrate: false,
    createSchema: false,
    application_name: 'schoolrun queue',
    useListenNotify: !isPooled,
    cronWorkerIntervalSeconds: SCHEDULE_SECONDS,
    superviseIntervalSeconds: HOUSEKEEPING_SECONDS,
    monitorIntervalSeconds: HOUSEKEEPING_SECONDS,
    flowIntervalSeconds: HOUSEKEEPING_SECONDS,
    bamIntervalSeconds: HOUSEKEEPING_SECONDS,
    queueCacheIntervalSeconds: HOUSEKEEPING_SECONDS,
  });
  boss.on('error', (error) => {
    try {
      log.warn({ error: describeError(error) }, 'the job queue reported an error');
    } catch {
      // It would end the loop of the queue that reports the error: nothing would be announced any more.
      countFault();
    }
  });
  await boss.start();
  const schedules = await boss.getSchedules();
  await removeRetiredJobs(boss, schedules, jobs);
  await addQueues(boss, jobs);
  for (const job of jobs) {
    if (!schedules.some((saved) => isScheduleOf(saved, job, time_zone)))
      await boss.schedule(job.name, job.cron, null, { tz: time_zone });
    await boss.work(
      job.name,
      { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_BESIDE_NOTICES_SECONDS },
      () => runInTime(boss, job, { log, goOnForMs }),
    );
  }
  return {
    triggerJob: async (name) => void (await boss.send(name)),
    stop: () => boss.stop({ graceful: true, timeout: 4_000, close: true }),
  };
}

const isScheduleOf = (saved: Schedule, { name, cron }: Job, time_zone: string) =>
  saved.name === name && saved.cron === cron && saved.timezone === time_zone;

// The schedule of a job that was renamed or removed would go on filling a queue that no worker empties.
async function removeRetiredJobs(boss: PgBoss, schedules: Schedule[], jobs: Job[]): Promise<void> {
  const names = new Set<string>(jobs.map((job) => job.name));
  for (const { name } of schedules.filter((schedule) => !names.has(schedule.name))) {
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

/** A queue for every job; those that an earlier version made are brought to this one's options. */
async function addQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  const saved = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const { policy, ...options } = QUEUE;
  for (const { name } of jobs) {
    const queue = saved.get(name);
    if (!queue) await boss.createQueue(name, { policy, ...options });
    else if (!queue.notify) await boss.updateQueue(name, options);
  }
}

/** Runs a job; where it has left something for want of time, the next run is asked for, also if it failed. */
async function runInTime(
  boss: PgBoss,
  job: Job,
  { log, goOnForMs }: { log: Log; goOnForMs: number },
): Promise<void> {
  const begun = performance.now();
  let isCut = false;
  const mayGoOn = () => {
    isCut ||= performance.now() - begun >= goOnForMs;
    return !isCut;
  };
  try {
    await runLogged(job, log, mayGoOn);
  } finally {
    if (isCut) await boss.send(job.name);
  }
}

// A job that failed is tried again at its next time; what it had claimed is still there.
async function runLogged(job: Job, log: Log, mayGoOn: MayGoOn): Promise<void> {
  try {
    await job.run(mayGoOn);
  } catch (error) {
    log.error({ job: job.name, error: describeError(error) }, 'a job failed');
    throw error;
  }
}
