import { m } from '#i18n/messages.js';
import { sentenceOfProblem, SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { changedNothing, countLines } from '#modules/catalog/season/season-report.ts';
import { exportSeasonFile, importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { DONE, NOT_DONE, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { complain, say } from './say.ts';

/*
 * `season import FILE [--dry-run] [--replace-staff]` and `season export FILE`, while the portal runs or not
 * (K2, MP7).
 */

export const exportSeason: Handler = ({ values: [file = ''] }) =>
  onDatabase(async (context) => {
    say(m.catalog_season_exported({ file, files: await exportSeasonFile(context, file) }));
    return DONE;
  });

export const importSeason: Handler = ({ values: [file = ''], options }) =>
  onDatabase(async (context) => {
    const dryRun = options['dry-run'] === true;
    const replaceStaff = options['replace-staff'] === true;
    const report = await importSeasonFile(context, file, { dryRun, replaceStaff });
    for (const line of [...report.changes, ...report.kept, ...countLines(report)]) say(line);
    if (report.kept.length > 0) say(m.catalog_season_kept_hint({ file }));
    if (dryRun) say(m.catalog_season_would_import({ file }));
    else if (changedNothing(report)) say(m.catalog_season_nothing_to_do({ file }));
    else say(m.catalog_season_imported({ file }));
    return DONE;
  }).catch((error: unknown) => {
    if (!(error instanceof SeasonRefused)) throw error;
    complain(m.catalog_season_refused({ file }));
    for (const problem of error.problems) complain(`  ${sentenceOfProblem(problem)}`);
    return NOT_DONE;
  });
