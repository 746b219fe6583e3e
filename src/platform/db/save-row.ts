import { isDeepStrictEqual } from 'node:util';
import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { invariant } from '#kit/invariant.ts';
import { inChunks } from '#kit/in-chunks.ts';
import type { Tx } from './database.ts';

export type Row = Record<string, unknown>;

export type ChangedField = { field: string; from: unknown; to: unknown };

/**
 * Names tables whose rows are written by the functions below. The ladder takes it for a statement that writes
 * them all (decision 41).
 */
export const writtenTables = <T extends Record<string, { table: PgTable }>>(tables: T): T => tables;

// A statement has at most 65,535 parameters; the widest of these tables has 30 columns.
const ROWS_OF_STATEMENT = 1_000;

/** Adds rows, whose ids were drawn from the sequence of the table before. */
export async function insertRows(tx: Tx, table: PgTable, rows: readonly Row[]): Promise<void> {
  for (const chunk of inChunks(rows, ROWS_OF_STATEMENT))
    // Drizzle names the values of a known table; this is any table.
    await tx.insert(table).overridingSystemValue().values(chunk);
}

/**
 * Writes the given columns of many rows; one statement for all rows with the same columns.
 * @param key the column that finds a row, present in each of the values
 */
export async function updateRows(
  tx: Tx,
  table: PgTable,
  { key, values }: { key: string; values: readonly Row[] },
): Promise<void> {
  const byColumns = new Map<string, Row[]>();
  for (const row of values) {
    const columns = Object.keys(row).filter((name) => name !== key);
    const name = columns.toSorted().join(' ');
    byColumns.set(name, [...(byColumns.get(name) ?? []), row]);
  }
  for (const rows of byColumns.values()) await updateAlike(tx, table, { key, rows });
}

async function updateAlike(tx: Tx, table: PgTable, { key, rows }: { key: string; rows: Row[] }) {
  const known = getTableColumns(table);
  const assigned: SQL[] = [];
  for (const name of Object.keys(rows[0]!).filter((one) => one !== key)) {
    invariant(known[name], `${name} is a column`);
    assigned.push(sql`${sql.identifier(name)} = written.${sql.identifier(name)}`);
  }
  await tx.execute(sql`update ${table} as kept set ${sql.join(assigned, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) as written
    where kept.${sql.identifier(key)} = written.${sql.identifier(key)}`);
}

export async function deleteRows(tx: Tx, table: PgTable, ids: readonly number[]): Promise<void> {
  const { id } = getTableColumns(table);
  await tx.delete(table).where(sql`${id} = any(${sql.param(ids)}::bigint[])`);
}

/** Columns missing from `values` stay. */
export function changesOf(was: Row, values: Row): ChangedField[] {
  const given = Object.entries(values).filter(([, to]) => to !== undefined);
  return given.flatMap(([field, to]) =>
    isDeepStrictEqual(was[field], to) ? [] : [{ field, from: was[field], to }],
  );
}
