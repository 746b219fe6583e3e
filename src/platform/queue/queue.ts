import { PgBoss, type Schedule } from 'pg-boss';
import { isPoolerAt } from '#platform/db/pooler.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { Log } from '#platform/log/log.ts';
import { followed } from '#platform/telemetry/activity.ts';
import type { Job, MayGoOn } from './job.ts';
import { QUEUE_SCHEMA } from './queue-schema.ts';

export type Queue = {
  triggerJob: (name: Job['name']) => Promise<void>;
  /** runs the jobs by the hours of another time zone */
  keepTime: (time_zone: string) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  databaseUrl: string;
  jobs: Job[];
  time_zone: string;
  log: Log;
  goOnForMs?: number;
};

// Every portal listens for triggered jobs (LISTEN/NOTIFY); polling is a safety net. Behind a pooler nobody
// listens: announcements get lost there, and a connection used earlier for LISTEN by another client looks
// healthy.
const POLL_SECONDS = 5;
const POLL_BESIDE_NOTICES_SECONDS = 300;

const SCHEDULE_SECONDS = 15;

// For statistics, dependent jobs, and runs left by a killed portal; none of these blocks our jobs.
const HOUSEKEEPING_SECONDS = 900;

// The queue takes an older run for lost and begins the next run beside the old run.
const LOST_AFTER_SECONDS = 900;
const GO_ON_FOR_MS = 600_000;

const QUEUE = {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: LOST_AFTER_SECONDS,
  deleteAfterSeconds: 86_400,
  notify: true,
} as const;

// A connection to a server turned read-only ends with the lifetime (H20).
const CONNECTIONS = { max: 4, maxLifetimeSeconds: 300 };

/** Running jobs do not count: a run left by a killed portal would block the job until expiry. */
export async function startQueue(options: Options): Promise<Queue> {
  const { jobs, time_zone } = options;
  const boss = await openBoss(options);
  await boss.start();
  await removeRetiredJobs(boss, await boss.getSchedules(), jobs);
  await addQueues(boss, jobs);
  const keepTime = async (tz: string) => {
    const saved = await boss.getSchedules();
    const changed = jobs.filter((job) => !saved.some((schedule) => isScheduleOf(schedule, job, tz)));
    for (const { name, cron } of changed) await boss.schedule(name, cron, null, { tz });
  };
  await keepTime(time_zone);
  for (const job of jobs) await startWorker(boss, job, options);
  return {
    keepTime,
    triggerJob: async (name) => void (await boss.send(name)),
    stop: () => boss.stop({ graceful: true, timeout: 4_000, close: true }),
  };
}

async function openBoss({ databaseUrl, log }: Options): Promise<PgBoss> {
  const isPooled = await isPoolerAt(databaseUrl);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...CONNECTIONS,
    schema: QUEUE_SCHEMA,
    // The owner of the database creates and changes these tables (H13).
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
      // An error here would end the reporting loop of the queue: announcements would stop.
      countFault();
    }
  });
  return boss;
}

async function startWorker(
  boss: PgBoss,
  job: Job,
  { log, goOnForMs = GO_ON_FOR_MS }: Options,
): Promise<void> {
  await boss.work(
    job.name,
    { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_BESIDE_NOTICES_SECONDS },
    () => runInTime(boss, job, { log, goOnForMs }),
  );
}

const isScheduleOf = (saved: Schedule, { name, cron }: Job, time_zone: string) =>
  saved.name === name && saved.cron === cron && saved.timezone === time_zone;

// The schedule of a renamed or removed job would go on filling a queue without a worker.
async function removeRetiredJobs(boss: PgBoss, schedules: Schedule[], jobs: Job[]): Promise<void> {
  const names = new Set<string>(jobs.map((job) => job.name));
  for (const { name } of schedules.filter((schedule) => !names.has(schedule.name))) {
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

async function addQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  const saved = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const { policy, ...options } = QUEUE;
  for (const { name } of jobs) {
    const queue = saved.get(name);
    if (!queue) await boss.createQueue(name, { policy, ...options });
    else if (!queue.notify) await boss.updateQueue(name, options);
  }
}

/** After a run cut by the time limit, even a failed run, the next run is triggered. */
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

async function runLogged(job: Job, log: Log, mayGoOn: MayGoOn): Promise<void> {
  try {
    await followed({ kind: 'job', name: job.name }, () => job.run(mayGoOn));
  } catch (error) {
    log.error({ job: job.name, error: describeError(error) }, 'a job failed');
    throw error;
  }
}
