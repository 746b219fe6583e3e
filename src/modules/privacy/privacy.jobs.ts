import { destroyOutlived } from './certificates.service.ts';
import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

/**
 * Contracts are destroyed at night once their years are over. Files that a deletion gave up are looked for
 * now and then, in case its process ended before they were gone.
 */
export function privacyJobs(context: AppContext): Job[] {
  return [
    { name: 'contracts.destroy', cron: '10 4 * * *', run: () => destroyOutlived(context) },
    { name: 'files.delete', cron: '*/15 * * * *', run: () => deleteGivenUpFiles(context) },
  ];
}
