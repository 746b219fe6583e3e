import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

/** What a deletion left to do, where its process ended before the files were gone. */
export function privacyJobs(context: AppContext): Job[] {
  return [{ name: 'files.delete', cron: '*/15 * * * *', run: () => deleteGivenUpFiles(context) }];
}
