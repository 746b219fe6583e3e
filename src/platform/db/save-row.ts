import { isDeepStrictEqual } from 'node:util';
import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';

export type Row = Record<string, unknown>;

export type ChangedField = { field: string; from: unknown; to: unknown };

/**
 * Names tables whose rows are written by the functions below. The ladder takes it for a statement that writes
 * them all (decision 41).
 */
export const writtenTables = <T extends Record<string, { table: PgTable }>>(tables: T): T => tables;

/** Reads at most one row, and locks it until the transaction ends. */
export async function lockRow(tx: Tx, table: PgTable, same: SQL | undefined): Promise<Row | undefined> {
  const [row] = await tx.select().from(table).where(same).limit(1).for('no key update');
  return row;
}

/** @param values  an `id` among the values was drawn from the table's sequence before */
export async function insertRow(tx: Tx, table: PgTable, values: Row): Promise<Row> {
  const into = values.id === undefined ? tx.insert(table) : tx.insert(table).overridingSystemValue();
  // Drizzle names the values of a known table; this is any table.
  const [row] = await into.values(values as never).returning();
  return row!;
}

export async function updateRow(
  tx: Tx,
  { table, same, changes }: { table: PgTable; same: SQL | undefined; changes: readonly ChangedField[] },
): Promise<void> {
  await tx
    .update(table)
    .set(Object.fromEntries(changes.map(({ field, to }) => [field, to])))
    .where(same);
}

/** Columns missing from `values` stay. */
export function changesOf(was: Row, values: Row): ChangedField[] {
  const given = Object.entries(values).filter(([, to]) => to !== undefined);
  return given.flatMap(([field, to]) =>
    isDeepStrictEqual(was[field], to) ? [] : [{ field, from: was[field], to }],
  );
}
