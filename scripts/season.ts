import { parseArgs } from 'node:util';
import { m } from '#i18n/messages.js';
import { sentenceOfProblem, SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { changedNothing, countLines } from '#modules/catalog/season/season-report.ts';
import { exportSeasonFile, importSeasonFile } from '#modules/catalog/season/season.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { complain, runCommand, say } from './command/run-command.ts';

/* `npm run season -- import FILE [--dry-run]` and `export FILE`, while the portal runs or not (K2). */

type SeasonArguments = { verb: 'import' | 'export'; file: string; dryRun: boolean };

function readArguments(): SeasonArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [verb, file, ...rest] = positionals;
    if (!file || rest.length > 0 || (verb !== 'import' && verb !== 'export')) return undefined;
    if (verb === 'export' && values['dry-run']) return undefined;
    return { verb, file, dryRun: values['dry-run'] };
  } catch {
    return undefined;
  }
}

async function run(context: AppContext, { verb, file, dryRun }: SeasonArguments): Promise<number> {
  if (verb === 'export') {
    say(m.catalog_season_exported({ file, files: await exportSeasonFile(context, file) }));
    return 0;
  }
  const report = await importSeasonFile(context, file, { dryRun });
  for (const line of [...report.changes, ...countLines(report)]) say(line);
  if (dryRun) say(m.catalog_season_would_import({ file }));
  else
    say(
      changedNothing(report) ? m.catalog_season_nothing_to_do({ file }) : m.catalog_season_imported({ file }),
    );
  return 0;
}

function explain(error: unknown, file: string): void {
  if (error instanceof SeasonRefused) {
    complain(m.catalog_season_refused({ file }));
    for (const problem of error.problems) complain(`  ${sentenceOfProblem(problem)}`);
    return;
  }
  complain(error instanceof Error ? error.message : String(error));
}

process.exitCode = await runCommand({
  asked: readArguments(),
  usage: () => m.catalog_season_usage(),
  run,
  explain: (error, { file }) => explain(error, file),
});
