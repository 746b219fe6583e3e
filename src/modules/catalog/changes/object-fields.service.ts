import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { instantOf, localTimeOf } from '#kit/local-time.ts';
import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { foldKey, hasFormat } from '#modules/catalog/objects/object.ts';
import { columnOf } from '#modules/catalog/objects/objects.queries.ts';
import type { Row } from '#platform/db/save-row.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import {
  currentPeriodOf,
  findRow,
  keyValueOf,
  nameOf,
  rowsOf,
  timeZoneOf,
  type StoredRow,
  type WorkingObjects,
} from './working-objects.service.ts';

/** The fields of an object as a season file has them: dollars, percent numbers, natural keys. */
export function fieldsOf(objects: WorkingObjects, kind: ObjectKind, row: StoredRow): Row {
  const fields = Object.keys(objectOf(kind).fields);
  return Object.fromEntries(fields.map((field) => [field, fieldOf(objects, kind, { field, row })]));
}

type OfRow = { field: string; row: StoredRow };

export function fieldOf(objects: WorkingObjects, kind: ObjectKind, { field, row }: OfRow): unknown {
  if (field === 'is_draft') return row.published_at === null;
  if (field === 'is_current') return isCurrent(objects, kind, row);
  const column = columnOf(kind, field)!;
  return valueOf(objects, kind, { field, column, value: row[column] });
}

const isTime = (kind: ObjectKind, field: string) => hasFormat(objectOf(kind), field, 'local-time');

type OfColumn = { field: string; column: string; value: unknown };

function valueOf(objects: WorkingObjects, kind: ObjectKind, { field, column, value }: OfColumn): unknown {
  const referred = objectOf(kind).refersTo[field];
  if (value === null) return null;
  if (referred === 'option') return [...objects.options].find(([, id]) => id === value)?.[0];
  if (referred) {
    const [of, id] = [referred as ObjectKind, value as number];
    const found = rowsOf(objects, of).get(id) ?? objects.stored.get(of)!.get(id);
    return found && nameOf(objects, of, found);
  }
  if (value === undefined) return value;
  // A change set keeps an instant as text.
  if (isTime(kind, field)) return localTimeOf(timeZoneOf(objects), new Date(value as Date | string));
  if (column === field) return value;
  return column.endsWith('_cents') ? toDollars(value as Cents) : toPercent(value as MilliPercent);
}

/** Columns of an object by the names of its fields; columns that no field writes keep their names. */
export function byField(objects: WorkingObjects, kind: ObjectKind, columns: Row): Row {
  const fieldOfColumn = new Map(
    Object.keys(objectOf(kind).fields).map((field) => [columnOf(kind, field), field]),
  );
  const named = Object.entries(columns).map(([column, value]): [string, unknown] => {
    if (column === 'published_at') return ['is_draft', value === null];
    const field = fieldOfColumn.get(column);
    return field ? [field, valueOf(objects, kind, { field, column, value })] : [column, value];
  });
  return Object.fromEntries(named);
}

/** A period is current if it is that of one of its schools. */
function isCurrent(objects: WorkingObjects, kind: ObjectKind, row: StoredRow): boolean {
  if (kind === 'period_group') {
    const school = findRow(objects, 'program_group', Number(row.program_group_id));
    return school !== undefined && currentPeriodOf(objects, school) === row.period_id;
  }
  const ofPeriod = [...rowsOf(objects, 'period_group').values()].filter((one) => one.period_id === row.id);
  return ofPeriod.some((one) => isCurrent(objects, 'period_group', one));
}

export type Columns = { values: Row; broken: BrokenAt[] };

export type Find = (kind: string) => ReadonlyMap<unknown, number>;

/** The ids of objects and options by natural key, read once for each kind, as of then. */
export function finder(objects: WorkingObjects): Find {
  const known = new Map<string, ReadonlyMap<unknown, number>>([['option', objects.options]]);
  return (kind) => {
    const ids = known.get(kind) ?? idsByKey(objects, kind as ObjectKind);
    known.set(kind, ids);
    return ids;
  };
}

const idsByKey = (objects: WorkingObjects, kind: ObjectKind): Map<unknown, number> =>
  new Map([...rowsOf(objects, kind).values()].map((row) => [keyValueOf(kind, row), row.id]));

/**
 * The columns of checked fields: clean texts, instants, and ids in place of natural keys.
 * @param idsOf  the ids of the objects that a field may refer to, by key
 * @param now    when a draft is published by these fields
 */
export function columnsOf(
  kind: ObjectKind,
  fields: Row,
  { idsOf, before, now, time_zone }: { idsOf: Find; before?: Row; now: Date; time_zone: string },
): Columns {
  const object = objectOf(kind);
  const [values, broken]: [Row, BrokenAt[]] = [{}, []];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || field === 'is_current') continue;
    const referred = object.refersTo[field];
    const column = columnOf(kind, field);
    if (isTime(kind, field) && value !== null) {
      const instant = instantOf(time_zone, value as string);
      if (instant) values[column!] = instant;
      // The clocks skip the hour.
      else broken.push({ path: [field], params: objectRules.local_time() });
    } else if (field === 'is_draft') values.published_at = value ? null : (before?.published_at ?? now);
    else if (!referred || value === null)
      values[column!] = hasFormat(object, field, 'html') ? sanitizeIfAny(value as string | null) : value;
    else {
      const key = referred === 'option' ? value : foldKey(objectOf(referred as ObjectKind), value as string);
      const id = idsOf(referred).get(key);
      if (id === undefined)
        broken.push({
          path: [field],
          params: objectOf(referred as ObjectKind).key!.missing!(value as string),
        });
      else values[column!] = id;
    }
  }
  return { values, broken };
}
