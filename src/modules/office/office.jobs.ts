import type { AppContext } from '#server/app-context.ts';
import type { Job } from '#platform/queue/job.ts';
import { mailRedWork } from './worklist/work-mail.service.ts';
import { forgetGoneWork } from './worklist/worklist.service.ts';

export function officeJobs(context: AppContext): Job[] {
  return [
    { name: 'work.forget', cron: '40 4 * * *', run: () => forgetGoneWork(context) },
    { name: 'work.mail', cron: '0 7 * * *', run: () => mailRedWork(context) },
  ];
}
