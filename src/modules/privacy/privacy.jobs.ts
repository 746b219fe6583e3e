import { destroyOutlived } from './certificates.service.ts';
import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

/** `files.delete` finds files left by a deletion if the process ended too early. */
export function privacyJobs(context: AppContext): Job[] {
  return [
    { name: 'contracts.destroy', cron: '10 4 * * *', run: () => destroyOutlived(context) },
    { name: 'files.delete', cron: '*/15 * * * *', run: () => deleteGivenUpFiles(context) },
  ];
}
