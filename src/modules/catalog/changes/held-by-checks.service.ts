import { brokenRule } from '#kit/rules/broken-rule.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import type { Check } from '#modules/catalog/checks/check.ts';
import { readCatalogOfChecks } from '#modules/catalog/checks/checks.queries.ts';
import { checkAnswer, missingFilesOf } from '#modules/catalog/checks/checks.service.ts';
import { stopsOf } from '#modules/catalog/checks/season-checks.ts';
import { seasonView, type CatalogOfChecks } from '#modules/catalog/checks/season-view.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Change, Problem } from './change.ts';
import type { Checked } from './check-objects.service.ts';
import { findRow, getRow, rowsOf } from './working-objects.service.ts';

/** Publishes a season, or opens a school in a season. */
const opens = (change: Change): boolean =>
  change.op === 'update' &&
  ((change.kind === 'period' && change.fields.is_draft === false) ||
    (change.kind === 'period_group' && change.fields.is_active === true));

/**
 * The missing files of the seasons that the changes open, asked before the transaction of the changes.
 * @returns undefined if the changes open nothing, so the checks hold nothing
 */
export async function missingFilesFor(
  { db, files }: { db: Database; files: Pick<FileStore, 'has'> },
  changes: readonly Change[],
): Promise<ReadonlySet<string> | undefined> {
  if (!changes.some(opens)) return undefined;
  const catalog = await db.transaction(readCatalogOfChecks);
  const periods = catalog.rowsOf('period') as readonly { id: number }[];
  return missingFilesOf(
    files,
    periods.map(({ id }) => seasonView(catalog, id)!),
  );
}

type Opened = { kind: ObjectKind; id: number; period_id: number; program_group_id?: number };

/** Seasons that are published now, and schools that are opened in a published season. */
function openedBy({ objects }: Checked): Opened[] {
  const changed = (kind: ObjectKind) =>
    [...(objects.touched.get(kind) ?? [])].flatMap((id) => {
      const [before, after] = [objects.stored.get(kind)!.get(id), findRow(objects, kind, id)];
      return before && after ? [{ id, before, after }] : [];
    });
  const published = changed('period').filter(
    ({ before, after }) => before.published_at === null && after.published_at !== null,
  );
  const schools = changed('period_group').filter(({ before, after }) => {
    const period_id = Number(after.period_id);
    const isPublic = getRow(objects, 'period', period_id).published_at !== null;
    const isOpened = before.is_active === false && after.is_active === true;
    return isOpened && isPublic && !published.some(({ id }) => id === period_id);
  });
  return [
    ...published.map(({ id }): Opened => ({ kind: 'period', id, period_id: id })),
    ...schools.map(({ id, after }): Opened => {
      const { period_id, program_group_id } = after as Record<string, number>;
      return { kind: 'period_group', id, period_id: period_id!, program_group_id };
    }),
  ];
}

/** What must be mended before a season is published or a school is opened (SE6.2). */
export function heldByChecks(
  checked: Checked,
  { today, missing_files }: { today: PlainDate; missing_files: ReadonlySet<string> },
): Problem[] {
  const { objects, changeOf } = checked;
  const catalog: CatalogOfChecks = {
    rowsOf: (kind) => [...rowsOf(objects, kind).values()],
    options: objects.options,
  };
  return openedBy(checked).flatMap(({ kind, id, period_id, program_group_id }) => {
    const season = seasonView(catalog, period_id)!;
    const ofSchool = {
      ...season,
      blocks: [],
      schools: season.schools.filter(({ group }) => group.id === program_group_id),
    };
    const stops = stopsOf(program_group_id === undefined ? season : ofSchool, { today, missing_files });
    const change = changeOf(kind, id);
    return stops.length === 0 || change === undefined ? [] : [heldBy(stops, { change, period_id })];
  });
}

function heldBy(
  stops: readonly Check[],
  { change, period_id }: { change: number; period_id: number },
): Problem {
  const [kind, data] = [catalogRefusals.mend_first, { n: stops.length }];
  // No sentence of a stop has an amount.
  const items = stops.map((check) => checkAnswer(check, { period_id, withMoney: false }));
  return {
    change,
    path: [],
    params: brokenRule(kind.code, () => kind.say(data)),
    refusal: { kind, data, items },
  };
}
