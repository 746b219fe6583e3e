import { expireSeasonImports } from '#modules/catalog/exchange/season-imports.service.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';

export function catalogJobs(context: AppContext): Job[] {
  return [{ name: 'season_imports.expire', cron: '20 4 * * *', run: () => expireSeasonImports(context) }];
}
