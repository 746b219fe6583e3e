import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { moduleJobs } from '#server/jobs.ts';

/** Runs every job of the app context once, in the order of the modules, as if its time had come. */
export async function drainJobs(context: AppContext, only?: Job['name'][]): Promise<void> {
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(context));
  for (const job of jobs) if (!only || only.includes(job.name)) await job.run();
}
