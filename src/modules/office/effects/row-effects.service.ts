import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { CatalogSides } from '#modules/catalog/changes/effects.service.ts';
import {
  getRow,
  parentOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { Difference } from '#modules/catalog/changes/write-objects.service.ts';
import { catalogAt, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { hasFormat } from '#modules/catalog/objects/object.ts';
import { whyClosed } from '#modules/catalog/routes/on-sale.ts';
import { routePrices } from '#modules/catalog/routes/selling.service.ts';
import { isAccepted } from '#modules/catalog/texts/text-ref.ts';
import { countSignedWith } from '#modules/catalog/texts/texts.service.ts';
import { countFamilies, listOpenCheckouts } from '#modules/seats/open-checkouts.service.ts';
import { seatDemand } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { seatsEffect } from './count-effects.ts';
import type { FoundEffect } from './effect.ts';
import { isUnseen, placeOf, subjectOf } from './place.service.ts';
import {
  aidCodesEffect,
  fileEffect,
  oldPathEffects,
  seenEffect,
  shownEffect,
  switchEffect,
  textEffect,
  type ChangedColumn,
} from './row-effects.ts';
import { isSeen, isShownByItself, isUnread } from './seen-fields.ts';

export type Staged = {
  sides: CatalogSides;
  objects: WorkingObjects;
  differences: readonly Difference[];
};

type Changed = ChangedColumn & Pick<Difference, 'kind' | 'id'>;

/** What families know already and see otherwise: seats, switches, texts, files and other values. */
export async function rowEffects(tx: Tx, clock: Clock, staged: Staged): Promise<FoundEffect[]> {
  const changed = changedColumns(staged, clock.today());
  const texts: FoundEffect[] = [];
  for (const text of changed.filter(isText))
    texts.push(textEffect(text, await acceptedBy(tx, clock.now(), text, staged.sides.after)));
  return [
    ...(await seatEffects(tx, clock.now(), { changed, staged })),
    ...changed.flatMap((one) => switchEffect(one.kind, one)),
    ...texts,
    ...changed.filter(isFileOfContract).map(fileEffect),
    ...changed.filter(({ kind, column }) => isSeen(kind, column)).map(seenEffect),
    ...changed.filter(({ column }) => column === 'old_paths').flatMap(oldPathEffects),
    ...shownEffects(staged, clock.today()),
    ...schoolEffects(staged),
    ...seasonEffects(staged, clock.today()),
    ...aidCodeEffects(staged, clock.today()),
  ];
}

const isFileOfContract = ({ kind, column }: Pick<Changed, 'kind' | 'column'>) =>
  (kind === 'route' || kind === 'printable') && objectOf(kind).file === column;

function changedColumns({ objects, differences }: Staged, today: string): Changed[] {
  return differences.flatMap(({ kind, id, before, after, fields }) => {
    if (!before || !after || isUnseen(objects, kind, after, today)) return [];
    if (isUnread(kind, before) || isUnread(kind, after)) return [];
    const named = { place: placeOf(objects, kind, after), subject: subjectOf(objects, kind, id) };
    return fields.map(({ field, from, to }) => ({ kind, id, ...named, column: field, from, to }));
  });
}

/** What stands above is there after the change too, and families see it. */
function isBelowSeen(objects: WorkingObjects, kind: ObjectKind, row: StoredRow, today: string): boolean {
  const isAlone = parentKindOf(kind) === undefined;
  return (isAlone || parentOf(objects, kind, row) !== undefined) && !isUnseen(objects, kind, row, today);
}

/** Objects that come onto a page or into a choice, or go. */
function shownEffects({ objects, differences }: Staged, today: string): FoundEffect[] {
  return differences.flatMap(({ kind, id, before, after }) => {
    const row = after ?? before;
    const isShown = (one: StoredRow | undefined) => one !== undefined && !isUnread(kind, one);
    if (!isShownByItself(kind) || !row || isShown(before) === isShown(after)) return [];
    if (!isBelowSeen(objects, kind, row, today)) return [];
    const what = `${atBegin(KIND_NAMES[kind].one())} ${placeOf(objects, kind, row)}`;
    return [shownEffect({ place: what, subject: subjectOf(objects, kind, id) }, isShown(after))];
  });
}

/** A school that is added or removed; its sales have effects of their own. */
function schoolEffects({ objects, differences }: Staged): FoundEffect[] {
  return differences.flatMap(({ kind, id, before, after }) => {
    const row = after ?? before;
    if (kind !== 'program_group' || (before && after) || !row?.is_on_home_page) return [];
    const named = { place: placeOf(objects, kind, row), subject: subjectOf(objects, kind, id) };
    return switchEffect(kind, {
      ...named,
      column: 'is_on_home_page',
      from: before !== undefined,
      to: after !== undefined,
    });
  });
}

/** A season that is published, or is a draft again. */
function seasonEffects({ objects, differences }: Staged, today: string): FoundEffect[] {
  const isPublic = (row: StoredRow | undefined) => row !== undefined && row.published_at !== null;
  return differences.flatMap(({ kind, id, before, after }) => {
    if (kind !== 'period' || !after || isPublic(before) === isPublic(after)) return [];
    if (String(after.ends_on) < today) return [];
    const place = `${atBegin(KIND_NAMES[kind].one())} ${placeOf(objects, kind, after)}`;
    return [shownEffect({ place, subject: subjectOf(objects, kind, id) }, isPublic(after))];
  });
}

/** Told once for each program. */
function aidCodeEffects({ objects, differences }: Staged, today: string): FoundEffect[] {
  const programs = differences.flatMap(({ kind, before, after }) => {
    const row = after ?? before;
    if (kind !== 'aid_code' || !row || !isBelowSeen(objects, kind, row, today)) return [];
    return [Number(row.period_program_id)];
  });
  return [...new Set(programs)].map((id) =>
    aidCodesEffect({
      place: placeOf(objects, 'period_program', getRow(objects, 'period_program', id)),
      subject: subjectOf(objects, 'period_program', id),
    }),
  );
}

const isText = ({ kind, column }: Pick<Changed, 'kind' | 'column'>) =>
  hasFormat(objectOf(kind), column, 'html');

type Changes = { changed: readonly Changed[]; staged: Staged };

async function seatEffects(tx: Tx, now: Date, { changed, staged }: Changes): Promise<FoundEffect[]> {
  const resized = changed.filter(({ kind, column }) => kind === 'route' && column === 'capacity');
  const demand = await seatDemand(
    tx,
    now,
    resized.map(({ id }) => id),
  );
  const catalog = catalogAt(staged.sides.after, now);
  return resized.map((one) => {
    const prices = routePrices(catalog, one.id);
    return seatsEffect(one, {
      before: one.from as number | null,
      after: one.to as number | null,
      taken: Number(staged.objects.stored.get('route')!.get(one.id)!.seats_taken),
      ...demand(one.id),
      isSold: prices !== undefined && whyClosed(prices) === null,
    });
  });
}

async function acceptedBy(tx: Tx, now: Date, { kind, id, column, from }: Changed, after: Catalog) {
  if (!isAccepted({ kind, field: column })) return undefined;
  const families = countFamilies(await listOpenCheckouts(tx, now, routesBelow(after, kind, id)));
  const contracts = from === null ? 0 : await countSignedWith(tx, String(from));
  return { families, contracts };
}

/** The routes that a text of an object is accepted for. */
function routesBelow(catalog: Catalog, kind: Changed['kind'], id: number): number[] {
  const { routes, period_programs, programs, program_groups } = catalog;
  const below = <Row extends { id: number }>(
    rows: readonly Row[],
    parent: keyof Row,
    ids: readonly number[],
  ) => rows.filter((row) => ids.includes(row[parent] as number)).map((row) => row.id);
  if (kind === 'route') return [id];
  const schools = kind === 'division' ? below(program_groups, 'division_id', [id]) : [];
  const ofSchools = kind === 'program' ? [id] : below(programs, 'program_group_id', schools);
  const sold = kind === 'period_program' ? [id] : below(period_programs, 'program_id', ofSchools);
  return below(routes, 'period_program_id', sold);
}
