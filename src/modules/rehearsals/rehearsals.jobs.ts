import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { endLostRehearsals, forgetRehearsals } from './rehearsals.service.ts';

export const rehearsalsJobs = (context: AppContext): Job[] => [
  { name: 'rehearsals.end-lost', cron: '* * * * *', run: () => endLostRehearsals(context) },
  { name: 'rehearsals.forget', cron: '55 4 * * *', run: () => forgetRehearsals(context) },
];
