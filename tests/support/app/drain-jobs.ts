import type { Job } from '#platform/queue/job.ts';
import type { House } from '#server/app-context.ts';
import { moduleJobs } from '#server/jobs.ts';

/** Runs every job of the house once, in the order of the modules, as if its time had come. */
export async function drainJobs(house: House, only?: Job['name'][]): Promise<void> {
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(house));
  for (const job of jobs) if (!only || only.includes(job.name)) await job.run();
}
