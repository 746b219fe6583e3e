import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { purgeApplications } from './apply.service.ts';

export function careersJobs({ db, clock }: AppContext): Job[] {
  return [{ name: 'applications.purge', cron: '10 4 * * *', run: () => purgeApplications(db, clock) }];
}
