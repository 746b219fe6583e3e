import { m } from '#i18n/messages.js';
import { brokenRule } from '#kit/rules/broken-rule.ts';
import { missingInTerms } from '#modules/catalog/bank-terms.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import type { Check } from '#modules/catalog/checks/check.ts';
import { checkAnswer, missingFilesOf } from '#modules/catalog/checks/checks.service.ts';
import { stopsOf, type FactsOfStops } from '#modules/catalog/checks/season-checks.ts';
import { seasonView, type CatalogOfChecks } from '#modules/catalog/checks/season-view.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { readAllObjects, type AllObjects } from '#modules/catalog/objects/objects.queries.ts';
import { hoursAt, type Hours } from '#modules/catalog/opening.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Change, CreateChange, Problem, Ref, UpdateChange } from './change.ts';
import type { Checked } from './check-objects.service.ts';
import { findRow, getRow, rowsOf, type StoredRow, type WorkingObjects } from './working-objects.service.ts';

const HOLDS_OF: Partial<Record<ObjectKind, readonly string[]>> = {
  period: ['is_draft'],
  period_group: ['is_active', 'opens_at', 'closes_at'],
};

/** May publish a season, or open a school in a season. */
const mayOpen = (change: Change): change is CreateChange | UpdateChange =>
  (change.op === 'create' || change.op === 'update') &&
  (HOLDS_OF[change.kind] ?? []).some((field) => field in change.fields);

/** The season that a change publishes, or of the school that a change opens. */
function seasonOf(
  { rowsOf: listed }: AllObjects,
  change: CreateChange | UpdateChange,
): Ref | null | undefined {
  if (change.op === 'create') return change.parent;
  if (change.kind === 'period') return change.id;
  const groups = listed('period_group') as readonly { id: number; period_id: number }[];
  return groups.find(({ id }) => id === change.id)?.period_id;
}

/**
 * The missing files of the stored seasons that the changes open, asked before the transaction of the changes.
 * @returns undefined if the changes open nothing, so the checks hold nothing
 */
export async function missingFilesFor(
  { db, files }: { db: Database; files: Pick<FileStore, 'has'> },
  changes: readonly Change[],
): Promise<ReadonlySet<string> | undefined> {
  const opening = changes.filter(mayOpen);
  if (opening.length === 0) return undefined;
  const catalog = await db.transaction(readAllObjects);
  const opened = new Set(opening.map((change) => seasonOf(catalog, change)));
  const periods = catalog.rowsOf('period') as readonly { id: number }[];
  return missingFilesOf(
    files,
    periods.filter(({ id }) => opened.has(id)).map(({ id }) => seasonView(catalog, id)!),
  );
}

type Opened = { kind: ObjectKind; id: number; period_id: number; program_group_id?: number };

const isPublished = (row: StoredRow | undefined) => row !== undefined && row.published_at !== null;

/** Sells at its hours from now on; a school that sold, or was to sell, before the change has been opened. */
const isSwitchedOn = (row: StoredRow | undefined) => row?.is_active === true;

const sellsNow = (row: StoredRow | undefined, now: Date) =>
  isSwitchedOn(row) && hoursAt(row as StoredRow & Hours, now) === 'open';

/** Seasons that are published now, and schools that are opened in a published season. */
function openedBy({ objects }: Checked, now: Date): Opened[] {
  const changed = (kind: ObjectKind) =>
    [...(objects.touched.get(kind) ?? [])].flatMap((id) => {
      const after = findRow(objects, kind, id);
      return after ? [{ id, before: objects.stored.get(kind)!.get(id), after }] : [];
    });
  const published = changed('period').filter(
    ({ before, after }) => isPublished(after) && !isPublished(before),
  );
  const schools = changed('period_group').filter(({ before, after }) => {
    const period_id = Number(after.period_id);
    const isOpened =
      (isSwitchedOn(after) && !isSwitchedOn(before)) || (sellsNow(after, now) && !sellsNow(before, now));
    return (
      isOpened &&
      isPublished(getRow(objects, 'period', period_id)) &&
      !published.some(({ id }) => id === period_id)
    );
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
export function heldByChecks(checked: Checked, facts: FactsOfStops): Problem[] {
  const { objects, changeOf } = checked;
  const catalog: CatalogOfChecks = {
    rowsOf: (kind) => [...rowsOf(objects, kind).values()],
    options: objects.options,
  };
  return openedBy(checked, facts.now).flatMap(({ kind, id, period_id, program_group_id }) => {
    const season = seasonView(catalog, period_id)!;
    const ofSchool = {
      ...season,
      blocks: [],
      schools: season.schools.filter(({ group }) => group.id === program_group_id),
    };
    const stops = stopsOf(program_group_id === undefined ? season : ofSchool, facts);
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

const FIELD = 'ach_terms';

/** The company that debits: of a program the division of the school. */
function companyOf(objects: WorkingObjects, kind: ObjectKind, row: StoredRow): string {
  const school =
    kind === 'program' ? findRow(objects, 'program_group', Number(row.program_group_id)) : undefined;
  const division = kind === 'division' ? row : findRow(objects, 'division', Number(school?.division_id));
  return String(division?.company_name ?? '');
}

/** Bank terms that come into force and lack a point (SE4.11); terms that stay as they are hold nothing. */
export function heldTerms({ objects, changeOf }: Checked): Problem[] {
  return (['division', 'program'] as const).flatMap((kind) =>
    [...(objects.touched.get(kind) ?? [])].flatMap((id) => {
      const [before, after] = [objects.stored.get(kind)!.get(id), findRow(objects, kind, id)];
      const [terms, change] = [after?.[FIELD], changeOf(kind, id)];
      if (!after || typeof terms !== 'string' || terms === before?.[FIELD] || change === undefined) return [];
      return missingInTerms(terms, companyOf(objects, kind, after)).map((what) => ({
        change,
        path: [],
        params: brokenRule('terms_lack', () => m.catalog_terms_lack({ what })),
      }));
    }),
  );
}
