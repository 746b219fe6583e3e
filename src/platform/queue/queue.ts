import { PgBoss } from 'pg-boss';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { Job } from './job.ts';

export type Queue = {
  /** Runs a job soon, besides its times: called after a commit that left work. */
  triggerJob: (name: Job['name']) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = { databaseUrl: string; jobs: Job[]; time_zone: string; log: Log };

const POLL_SECONDS = 1;

/**
 * Runs jobs at their times, on whichever portal of the same database comes first. One run of a job
 * waits at most, however often it is asked for. Running ones are not counted: a killed portal leaves
 * one behind that would block the job until it expires.
 */
export async function startQueue({ databaseUrl, jobs, time_zone, log }: Options): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    schema: 'pgboss',
    application_name: 'schoolrun queue',
  });
  boss.on('error', (error) => log.warn({ error: describeError(error) }, 'the job queue reported an error'));
  await boss.start();
  await removeRetiredJobs(boss, jobs);
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: 900,
      deleteAfterSeconds: 86_400,
    });
    await boss.schedule(job.name, job.cron, null, { tz: time_zone });
    await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, () => runLogged(job, log));
  }
  return {
    triggerJob: async (name) => void (await boss.send(name)),
    stop: () => boss.stop({ graceful: true, timeout: 4_000, close: true }),
  };
}

// The schedule of a job that was renamed or removed would go on filling a queue that no worker empties.
async function removeRetiredJobs(boss: PgBoss, jobs: Job[]): Promise<void> {
  const names = new Set<string>(jobs.map((job) => job.name));
  const retired = (await boss.getSchedules()).filter((schedule) => !names.has(schedule.name));
  for (const { name } of retired) {
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

// A job that failed is tried again at its next time; what it had claimed is still there.
async function runLogged(job: Job, log: Log): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    log.error({ job: job.name, error: describeError(error) }, 'a job failed');
    throw error;
  }
}
