import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { invariant } from '#kit/invariant.ts';
import type { Tx } from './database.ts';

export type ChangedField = { field: string; from: unknown; to: unknown };

export type Saved = { id: number; change: 'added' | 'changed' | 'unchanged'; fields: ChangedField[] };

type Row = Record<string, unknown>;

type NaturalKey<T extends PgTable> = readonly [ColumnOf<T>, ...ColumnOf<T>[]];
type ColumnOf<T extends PgTable> = keyof T['$inferInsert'] & string;

/**
 * Columns missing from `values` stay.
 * @param same the natural key, as columns or as a condition; finds one row at most
 * @param accept may keep an existing row unchanged, for example while others depend on the row
 */
export async function saveRow<T extends PgTable>(
  tx: Tx,
  {
    table: typed,
    same,
    values,
    accept,
  }: {
    table: T;
    same: NaturalKey<T> | SQL;
    values: T['$inferInsert'];
    accept?: (was: T['$inferSelect']) => boolean | Promise<boolean>;
  },
): Promise<Saved> {
  // The driver's types cannot follow a table parameter; the types of the callers are checked above.
  const table: PgTable = typed;
  const columns = getTableColumns(table);
  const given: Row = values;
  const ofKey =
    same instanceof SQL ? same : and(...same.map((column) => eq(columns[column]!, given[column])));
  const found = (await tx.select().from(table).where(ofKey).limit(2).for('no key update')) as Row[];
  invariant(found.length < 2, 'a natural key finds one row at most');
  const [was] = found;
  if (!was) return { id: await insertRow(tx, table, values), change: 'added', fields: [] };
  const fields = changedFields(was, values);
  if (fields.length === 0 || (await accept?.(was)) === false)
    return { id: was.id as number, change: 'unchanged', fields: [] };
  const changes = Object.fromEntries(fields.map(({ field, to }) => [field, to]));
  await tx
    .update(table)
    .set(changes)
    .where(columns.id ? eq(columns.id, was.id) : ofKey);
  return { id: was.id as number, change: 'changed', fields };
}

async function insertRow(tx: Tx, table: PgTable, values: Row): Promise<number> {
  const [row] = (await tx
    .insert(table)
    .values(values as never)
    .returning()) as Row[];
  return row?.id as number;
}

function changedFields(was: Row, values: Row): ChangedField[] {
  const given = Object.entries(values).filter(([, to]) => to !== undefined);
  return given.flatMap(([field, to]) =>
    isDeepStrictEqual(was[field], to) ? [] : [{ field, from: was[field], to }],
  );
}
