import type { Job } from '#platform/queue/job.ts';
import type { House } from './house.ts';

type JobsOf = (house: House) => Job[];

/** Every module's jobs, in the order of the modules. */
export const moduleJobs: JobsOf[] = [];
