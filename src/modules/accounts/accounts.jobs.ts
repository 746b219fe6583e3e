import type { Job } from '#platform/queue/job.ts';
import { sweepCounters } from '#platform/throttle/throttle.ts';
import type { House } from '#server/house.ts';
import { sweepTokens } from './sessions.service.ts';

/** Once a night the tables forget what nobody can use any more. */
export function accountsJobs({ db, clock }: House): Job[] {
  const run = async () => {
    await sweepTokens(db, clock.now());
    await sweepCounters(db, clock.now());
  };
  return [{ name: 'sessions.sweep', cron: '40 3 * * *', run }];
}
