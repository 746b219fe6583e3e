import { findSeasonChecks } from '#modules/catalog/checks/found-checks.service.ts';
import { expireSeasonImports } from '#modules/catalog/exchange/season-imports.service.ts';
import { giveUpUnnamedFiles } from '#modules/catalog/files/uploads.service.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

/** `files.delete` of privacy deletes the files that were given up. */
export function catalogJobs(context: AppContext): Job[] {
  return [
    { name: 'season_imports.expire', cron: '20 4 * * *', run: () => expireSeasonImports(context) },
    { name: 'catalog.find-checks', cron: '*/10 * * * *', run: () => findSeasonChecks(context) },
    { name: 'catalog.give-up-files', cron: '30 4 * * *', run: () => giveUpUnnamedFiles(context) },
  ];
}
