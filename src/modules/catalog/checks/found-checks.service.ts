import { readAllObjects } from '#modules/catalog/objects/objects.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { SEVERITY_OF_CHECK } from './check.states.ts';
import { DRAWN, missingFilesOf } from './checks.service.ts';
import { replaceFoundChecks, type FoundCheckRow } from './found-checks.queries.ts';
import { checksOf } from './season-checks.ts';
import { seasonView, type CatalogOfChecks } from './season-view.ts';

export { seasonCheckWork } from './found-checks.queries.ts';

type Deps = { db: Database; clock: Pick<Clock, 'now' | 'today'>; files: Pick<FileStore, 'has'> };

/**
 * Keeps what the checks of the seasons that sell find, for the worklist: the checks ask the file store, and
 * nobody else remembers since when a check stands (decision 204). Two runs at once write the same.
 */
export async function findSeasonChecks({ db, clock, files }: Deps): Promise<void> {
  const [today, now] = [clock.today(), clock.now()];
  const catalog: CatalogOfChecks = await db.transaction((tx) => readAllObjects(tx));
  const periods = catalog.rowsOf('period') as readonly Period[];
  const seasons = periods
    .filter(({ published_at, ends_on }) => published_at !== null && ends_on >= today)
    .flatMap(({ id }) => seasonView(catalog, id) ?? []);
  const missing_files = await missingFilesOf(files, seasons);
  // Only checks of severity look ask how many children wait, and for awards.
  const unasked = { waiting: new Map<number, number>(), awarded: new Set<number>() };
  const facts = { today, now, drawn: DRAWN, missing_files, ...unasked };
  const found = seasons.flatMap((season) =>
    checksOf(season, facts)
      .filter(({ code }) => SEVERITY_OF_CHECK[code] !== 'look')
      .map(({ code, subject, field, text, text_without_money }): FoundCheckRow => ({
        period_id: season.period.id,
        code,
        subject_kind: subject.kind,
        subject_id: subject.id,
        field: field ?? '',
        subject_version: subject.version,
        name: subject.name,
        sentence: text_without_money ?? text,
        found_at: now,
      })),
  );
  await db.transaction((tx) => replaceFoundChecks(tx, found));
}

type Period = { id: number; published_at: Date | null; ends_on: PlainDate };
