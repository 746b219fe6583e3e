import { describeError } from '#platform/log/describe-error.ts';
import type { House } from './house.ts';
import { moduleJobs } from './jobs.ts';

// What banks have said and what was lost before anything is charged; the others as the modules stand, mails
// last.
const FIRST: readonly string[] = [
  'billing.bank-news',
  'billing.resolve',
  'billing.resolve-refunds',
  'billing.collect',
];

/**
 * Does everything that is due at this moment, in its order: bank news, lost answers, payments and their
 * retries, notices, seat offers, expiry, mails. A job that fails is logged and does not hold up the others,
 * as in the queue.
 * Source: K1
 */
export async function runDueJobs(house: House): Promise<void> {
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(house));
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  for (const job of jobs.toSorted((a, b) => place(a.name) - place(b.name))) {
    await job
      .run()
      .catch((error: unknown) =>
        house.log.error({ job: job.name, error: describeError(error) }, 'a job failed'),
      );
  }
}
