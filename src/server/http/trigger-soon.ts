import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

/** Starts a job after a commit. A failed trigger does not fail the call: the job also runs on schedule. */
export async function triggerSoon(context: AppContext, job: Job['name']): Promise<void> {
  await context.triggerJob(job).catch(() => undefined);
}

/** Saves some seconds: the outbox is drained every minute anyway. */
export const sendEmailsSoon = (context: AppContext): Promise<void> => triggerSoon(context, 'outbox.drain');
