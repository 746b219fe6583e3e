import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { foldKey } from '#modules/catalog/objects/object.ts';
import { drawObjectIds, hasColumn, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import type { Change, CreateChange, Problem, Ref, UpdateChange } from './change.ts';
import { columnsOf, fieldsOf, finder, type Find } from './object-fields.service.ts';
import { readFields } from './read-fields.ts';
import {
  COMPANY_ID,
  currentPeriodOf,
  dropRow,
  findRow,
  getRow,
  placeBefore,
  putRow,
  rowsOf,
  siblingsOf,
  timeZoneOf,
  type StoredRow,
  type WorkingObjects,
} from './working-objects.service.ts';

export type Staged = {
  objects: WorkingObjects;
  /** the id of each change's object */
  ids: readonly number[];
  problems: Problem[];
};

type Staging = {
  objects: WorkingObjects;
  ids: number[];
  byKey: Map<string, { kind: ObjectKind; id: number }>;
  problems: Problem[];
  /** the place of the last object among added siblings */
  lastPlaces: Map<string, number>;
  today: PlainDate;
  now: Date;
  /** the import has checked the fields of a whole file already */
  areChecked: boolean;
};

type Options = Pick<Staging, 'today' | 'now' | 'areChecked'>;

/**
 * Makes the changes of a list on the objects in memory, in two rounds: what an object refers to may be added
 * later in the list.
 * @throws not_found for an unknown object, parent or sibling
 */
export async function stageChanges(
  tx: Tx,
  objects: WorkingObjects,
  { changes, ...options }: { changes: readonly Change[] } & Options,
): Promise<Staged> {
  const ids = await idsOf(tx, objects, changes);
  const started = { byKey: new Map(), lastPlaces: new Map(), problems: [] };
  const staging: Staging = { objects, ids, ...started, ...options };
  for (const [at, change] of changes.entries())
    if (change.op === 'create' && change.key)
      staging.byKey.set(change.key, { kind: change.kind, id: ids[at]! });
  const read = changes.map((change, at) => stageOwn(staging, change, at));
  const found = finder(objects);
  for (const [at, change] of changes.entries())
    stageReferences(staging, { change, at, checked: read[at]! }, found);
  for (const [at, change] of changes.entries()) stagePlace(staging, change, ids[at]!);
  return { objects, ids, problems: staging.problems };
}

/** Added objects get ids of the sequences, so each row can name another one before it is written. */
async function idsOf(tx: Tx, objects: WorkingObjects, changes: readonly Change[]): Promise<number[]> {
  const isDrawn = (change: Change) =>
    change.op === 'create' && change.id === undefined && change.kind !== 'company';
  const drawn = new Map<ObjectKind, number[]>();
  for (const kind of new Set(changes.filter(isDrawn).map((change) => change.kind))) {
    const n = changes.filter((change) => change.kind === kind && isDrawn(change)).length;
    drawn.set(kind, await drawObjectIds(tx, kind, n));
  }
  return changes.map((change) => {
    if (change.op !== 'create') {
      if (!findRow(objects, change.kind, change.id)) throw new Refusal(catalogRefusals.not_found);
      return change.id;
    }
    return change.id ?? (change.kind === 'company' ? COMPANY_ID : drawn.get(change.kind)!.shift()!);
  });
}

/** The id of an object that is named by id, or by its key in the list. */
function idOf({ objects, byKey }: Staging, kind: ObjectKind, ref: Ref): number {
  const isStored = typeof ref === 'number' && findRow(objects, kind, ref) !== undefined;
  const named = typeof ref === 'string' ? byKey.get(ref) : isStored ? { kind, id: ref } : undefined;
  if (!named || named.kind !== kind) throw new Refusal(catalogRefusals.not_found);
  return named.id;
}

/** Everything but what refers to objects by their natural keys. @returns the checked fields */
function stageOwn(staging: Staging, change: Change, at: number): Row {
  const { objects } = staging;
  const id = staging.ids[at]!;
  switch (change.op) {
    case 'create':
      return stageCreated(staging, change, at);
    case 'update':
      return stageUpdated(staging, change, at);
    case 'end':
      putRow(objects, change.kind, { id, is_active: false });
      return {};
    case 'remove':
      dropRow(objects, change.kind, id);
      return {};
    case 'move':
      return {};
  }
}

function stageCreated(staging: Staging, change: CreateChange, at: number): Row {
  const { objects } = staging;
  const [id, { kind, parent, row }] = [staging.ids[at]!, change];
  const [parentKind, column] = [parentKindOf(kind), parentColumn(kind)];
  if ((parentKind === undefined) !== (parent === null) || findRow(objects, kind, id))
    throw new Refusal(catalogRefusals.not_found);
  const { checked, broken } = checkedFields(staging, change);
  report(staging, at, broken);
  const values: StoredRow = { ...ownColumns(staging, { kind, checked, at }), ...row, id, version: 1 };
  if (parentKind && column) values[column] = idOf(staging, parentKind, parent!);
  if (hasColumn(kind, 'position') && values.position === undefined)
    values.position = nextPlace(staging, kind, values[column ?? '']);
  putRow(objects, kind, values);
  return checked;
}

function nextPlace({ objects, lastPlaces }: Staging, kind: ObjectKind, parent_id: unknown): number {
  const among = `${kind}:${String(parent_id)}`;
  const known = lastPlaces.get(among);
  const last = known ?? Number(siblingsOf(objects, kind, parent_id).at(-1)?.position ?? -1);
  lastPlaces.set(among, last + 1);
  return last + 1;
}

function stageUpdated(staging: Staging, change: UpdateChange, at: number): Row {
  const { objects } = staging;
  const { kind, id, row, parent } = change;
  const before = findRow(objects, kind, id);
  if (!before) throw new Refusal(catalogRefusals.not_found);
  const { checked, broken } = checkedFields(staging, change, before);
  report(staging, at, broken);
  const values: StoredRow = {
    ...ownColumns(staging, { kind, checked, before, at }),
    ...keptPath(kind, checked, before),
    ...row,
    id,
  };
  const [parentKind, column] = [parentKindOf(kind), parentColumn(kind)];
  if (parent !== undefined && parentKind && column) values[column] = idOf(staging, parentKind, parent);
  putRow(objects, kind, values);
  return checked;
}

/** The path that a school leaves goes on leading to the school (SE2.7). */
function keptPath(kind: ObjectKind, checked: Row, before: StoredRow): Row {
  if (kind !== 'program_group' || typeof checked.path !== 'string' || 'old_paths' in checked) return {};
  const fold = (path: unknown) => foldKey(objectOf(kind), String(path));
  if (fold(checked.path) === fold(before.path)) return {};
  const known = [...(before.old_paths as string[]), String(before.path)];
  return { old_paths: known.filter((path) => fold(path) !== fold(checked.path)) };
}

function checkedFields(staging: Staging, { kind, fields }: CreateChange | UpdateChange, before?: StoredRow) {
  if (staging.areChecked) return { checked: fields, broken: [] };
  const current = before && fieldsOf(staging.objects, kind, before);
  const { today, now, objects } = staging;
  return readFields(objectOf(kind), fields, { today, now, time_zone: timeZoneOf(objects), current });
}

const isReference = (kind: ObjectKind, field: string) => field in objectOf(kind).refersTo;

type Own = { kind: ObjectKind; checked: Row; before?: Row; at: number };

function ownColumns(staging: Staging, { kind, checked, before, at }: Own): Row {
  const own = Object.entries(checked).filter(([field]) => !isReference(kind, field));
  const { now, objects } = staging;
  const options = { idsOf: () => new Map(), before, now, time_zone: timeZoneOf(objects) };
  const { values, broken } = columnsOf(kind, Object.fromEntries(own), options);
  report(staging, at, broken);
  return values;
}

type ReadChange = { change: Change; at: number; checked: Row };
function stageReferences(staging: Staging, { change, at, checked }: ReadChange, idsOfKind: Find): void {
  const { objects, now } = staging;
  const [kind, id] = [change.kind, staging.ids[at]!];
  if (change.op !== 'create' && change.op !== 'update') return;
  const named = Object.entries(checked).filter(([field]) => isReference(kind, field));
  if (named.length > 0 && findRow(objects, kind, id)) {
    const options = { idsOf: idsOfKind, now, time_zone: timeZoneOf(objects) };
    const { values, broken } = columnsOf(kind, Object.fromEntries(named), options);
    report(staging, at, broken);
    putRow(objects, kind, { ...values, id });
  }
  if (checked.is_current === true) makeCurrent(staging, kind, id);
}

/** The period becomes that of its school, or of all its schools, until the next one opens (K2, SE8.4). */
function makeCurrent({ objects, now }: Staging, kind: ObjectKind, id: number): void {
  invariant(kind === 'period' || kind === 'period_group', 'a period or a school in a period is current');
  const groups = [...rowsOf(objects, 'period_group').values()];
  for (const one of groups.filter((group) => (kind === 'period' ? group.period_id : group.id) === id)) {
    const school = findRow(objects, 'program_group', Number(one.program_group_id));
    if (!school || currentPeriodOf(objects, school) === one.period_id) continue;
    const chosen = { current_period_id: one.period_id, current_set_at: now };
    putRow(objects, 'program_group', { id: school.id, ...chosen });
  }
}

function stagePlace(staging: Staging, change: Change, id: number): void {
  const isPlaced = change.op === 'move' || (change.op === 'create' && change.before !== undefined);
  if (!isPlaced || !findRow(staging.objects, change.kind, id)) return;
  const before = change.before == null ? null : idOf(staging, change.kind, change.before);
  const parent = parentColumn(change.kind) ?? '';
  const isSibling = (other: number) =>
    getRow(staging.objects, change.kind, other)[parent] === getRow(staging.objects, change.kind, id)[parent];
  if (before !== null && !isSibling(before)) throw new Refusal(catalogRefusals.not_found);
  placeBefore(staging.objects, change.kind, { id, before });
}

function report({ problems }: Staging, change: number, broken: readonly BrokenAt[]): void {
  problems.push(...broken.map((one) => ({ ...one, change })));
}
