import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { subjectOf, logged } from '#modules/catalog/changes/audit-differences.service.ts';
import type { Change, Ref } from '#modules/catalog/changes/change.ts';
import { columnsOf, finder } from '#modules/catalog/changes/object-fields.service.ts';
import {
  COMPANY_ID,
  currentPeriodOf,
  identityOf,
  siblingsOf,
  timeZoneOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import { foldKey, type CatalogObject } from '#modules/catalog/objects/object.ts';
import {
  columnOf,
  hasColumn,
  listStaffDetails,
  parentColumn,
} from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { changesOf, type ChangedField, type Row } from '#platform/db/save-row.ts';
import { mergedOrder } from './merged-order.ts';
import { SEASON_LISTS, type Season } from './season-file.ts';
import type { Path } from './season-problem.ts';

/** An object of a season file beside the stored one. */
export type PlannedObject = {
  kind: ObjectKind;
  path: Path;
  /** the natural keys of the objects around and its own, outermost first */
  within: readonly string[];
  parent: Ref | null;
  /** the id of a stored object, or the key of one that is added */
  ref: Ref;
  /** the fields of the file, checked */
  fields: Row;
  position?: number;
  /** what the file has otherwise than the stored object, by column; empty for an added object */
  wanted: readonly ChangedField[];
  /** undefined if the file says nothing of the current period of a school */
  becomesCurrent?: 'already' | 'now';
};

export type SeasonPlan = {
  objects: PlannedObject[];
  /** routes outside of the file that get another place */
  moved: { id: number; position: number }[];
};

type Value = Readonly<Record<string, unknown>>;

type Planning = SeasonPlan & {
  working: WorkingObjects;
  now: Date;
  /** the ids of stored objects and options by key */
  idsOf: (kind: string) => ReadonlyMap<unknown, number>;
  /** ids of stored objects by kind and identity */
  known: Map<ObjectKind, Map<string, StoredRow>>;
};

type At = {
  path: Path;
  parent: Ref | null;
  within: readonly string[];
  position?: number;
  /** whether the period around becomes current */
  isCurrent?: unknown;
};

/** Compares a checked season file with the stored objects (K2). */
export function planSeason(working: WorkingObjects, season: Season, now: Date): SeasonPlan {
  const idsOf = finder(working);
  const planning: Planning = { objects: [], moved: [], working, now, idsOf, known: new Map() };
  const outside = { parent: null, within: [] };
  if (season.company)
    planObject(planning, objectOf('company'), season.company, { ...outside, path: ['company'] });
  planLists(planning, SEASON_LISTS, season, { ...outside, path: [] });
  return planning;
}

function planLists(planning: Planning, lists: CatalogObject['lists'], around: Value, at: At): void {
  for (const [name, object] of Object.entries(lists)) {
    const items = around[name] as Value[];
    const order = object.kind === 'route' ? routeOrder(planning, items, at) : undefined;
    for (const [index, value] of items.entries()) {
      const position = order?.indexOf(value.name as string) ?? index;
      planObject(planning, object, value, { ...at, path: [...at.path, name, index], position });
    }
  }
}

function planObject(planning: Planning, object: CatalogObject, value: Value, at: At): void {
  const kind = object.kind as ObjectKind;
  const { is_current, ...own } = value;
  const fields = Object.fromEntries(Object.entries(own).filter(([name]) => name in object.fields));
  const key = value[object.key?.field ?? 'name'] as string;
  const within = object.key?.isUniqueEverywhere ? [key] : [...at.within, key];
  const stored = findStored(planning, { kind, fields, parent: at.parent });
  const ref = stored?.id ?? `#${planning.objects.length + 1}`;
  const planned: PlannedObject = { kind, path: at.path, within, parent: at.parent, ref, fields, wanted: [] };
  if (hasColumn(kind, 'position')) planned.position = at.position;
  if (stored) planned.wanted = wantedOf(planning, planned, stored);
  if (kind === 'period_group' && (is_current ?? at.isCurrent))
    planned.becomesCurrent = isCurrentAlready(planning, planned) ? 'already' : 'now';
  planning.objects.push(planned);
  const isCurrent = kind === 'period' ? is_current : at.isCurrent;
  planLists(planning, object.lists, value, { path: at.path, parent: ref, within, isCurrent });
}

type Sought = { kind: ObjectKind; fields: Row; parent: Ref | null };

/** The stored object with the natural key of one of the file. */
function findStored(planning: Planning, { kind, fields, parent }: Sought): StoredRow | undefined {
  const { working, known, idsOf } = planning;
  if (kind === 'company') return working.stored.get(kind)!.get(COMPANY_ID);
  const { key, refersTo } = objectOf(kind);
  const referred = refersTo[key!.field] as ObjectKind | undefined;
  const text = fields[key!.field] as string;
  const value = referred ? idsOf(referred).get(foldKey(objectOf(referred), text)) : text;
  const column = parentColumn(kind);
  if (value === undefined || (typeof parent === 'string' && !key!.isUniqueEverywhere)) return undefined;
  const sought = { [columnOf(kind, key!.field)!]: value, ...(column && { [column]: parent }) };
  return rowsByIdentity(working, known, kind).get(identityOf(kind, sought)!);
}

function rowsByIdentity(
  { stored }: WorkingObjects,
  known: Planning['known'],
  kind: ObjectKind,
): Map<string, StoredRow> {
  const found =
    known.get(kind) ?? new Map([...stored.get(kind)!.values()].map((row) => [identityOf(kind, row)!, row]));
  known.set(kind, found);
  return found;
}

/** What a file has otherwise, by column; of a reference to an object that is added its key. */
function wantedOf(
  { idsOf, now, working }: Planning,
  planned: PlannedObject,
  stored: StoredRow,
): ChangedField[] {
  const { kind, fields, parent, position } = planned;
  const { values, broken } = columnsOf(kind, fields, {
    idsOf,
    before: stored,
    now,
    time_zone: timeZoneOf(working),
  });
  for (const {
    path: [field],
  } of broken)
    values[columnOf(kind, String(field))!] = fields[String(field)];
  const column = parentColumn(kind);
  return changesOf(stored, { ...values, position, ...(column && { [column]: parent }) });
}

function isCurrentAlready({ working, idsOf }: Planning, { fields, parent }: PlannedObject): boolean {
  const path = foldKey(objectOf('program_group'), fields.program_group as string);
  const id = idsOf('program_group').get(path);
  if (id === undefined) return false;
  const school = working.stored.get('program_group')!.get(id)!;
  // A file takes no season back that has opened by its hour since (SE8.4).
  return school.current_period_id === parent || currentPeriodOf(working, school) === parent;
}

/** The order of a program's routes afterwards; routes outside the file are moved. */
function routeOrder({ working, moved }: Planning, items: readonly Value[], { parent }: At): string[] {
  const known = typeof parent === 'number' ? siblingsOf(working, 'route', parent) : [];
  const named = items.map(({ name }) => name as string);
  const order = mergedOrder(
    known.map(({ name }) => name as string),
    named,
  );
  for (const { id, name, position } of known) {
    const place = order.indexOf(name as string);
    if (!named.includes(name as string) && place !== position) moved.push({ id, position: place });
  }
  return order;
}

/**
 * The values that staff have set by hand and that still stand, by the audit log: these stay (MP7).
 * @returns the columns that stay, by planned object
 */
export async function setByStaff(
  tx: Tx,
  planned: readonly PlannedObject[],
): Promise<Map<PlannedObject, readonly ChangedField[]>> {
  const changed = planned.filter(({ wanted }) => wanted.length > 0);
  const subject = ({ kind, ref }: PlannedObject) => subjectOf(kind, Number(ref));
  const details = await listStaffDetails(tx, changed.map(subject));
  const kept = changed.map((one): [PlannedObject, readonly ChangedField[]] => {
    const set: Row = Object.assign({}, ...(details.get(subject(one)) ?? []));
    const stands = ({ field, from }: ChangedField) =>
      field in set && set[field] === logged(objectOf(one.kind), field, from);
    return [one, one.wanted.filter(stands)];
  });
  return new Map(kept);
}

/** The change of an object; undefined if nothing of it differs. */
export function changeOf(planned: PlannedObject, kept: readonly ChangedField[]): Change | undefined {
  const { kind, ref, parent, fields, position, wanted } = planned;
  const current = planned.becomesCurrent === 'now' ? { is_current: true } : {};
  const row = position === undefined ? {} : { position };
  if (typeof ref === 'string')
    return { op: 'create', kind, parent, key: ref, fields: { ...fields, ...current }, row };
  const differs = (column: string | undefined) =>
    wanted.some(({ field }) => field === column) && !kept.some(({ field }) => field === column);
  const changed = Object.entries(fields).filter(([name]) =>
    differs(name === 'is_draft' ? 'published_at' : columnOf(kind, name)),
  );
  const changedRow = differs('position') ? row : {};
  const moves = differs(parentColumn(kind));
  if (changed.length === 0 && !('position' in changedRow) && !moves && !('is_current' in current))
    return undefined;
  return {
    op: 'update',
    kind,
    id: ref,
    fields: { ...Object.fromEntries(changed), ...current },
    row: changedRow,
    ...(moves && parent !== null && { parent }),
  };
}
