import { and, asc, getTableColumns, gt, or, sql, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import type { Db, Tx } from './database.ts';

/** A text that is neither empty nor sealed under the first key. */
export const isOldText = (column: PgColumn | SQL, currentPrefix: string): SQL =>
  sql`(${column} <> '' and not starts_with(${column}, ${currentPrefix}))`;

/** A row of a table with its sealed texts, by their names. */
export type SealedRow = { id: number } & Record<string, Sealed | null>;

/** How a module lets the vault seal the rows of one of its tables anew. */
export type SealedRows = {
  /** rows with an old text, by id from `after` on, held until the transaction ends; none that others hold */
  lockOld(tx: Tx, currentPrefix: string, after: number, limit: number): Promise<SealedRow[]>;
  replace(tx: Tx, id: number, texts: Record<string, unknown>): Promise<void>;
  hasOld(db: Db, currentPrefix: string): Promise<boolean>;
};

/** The same for texts that are columns; a module gives its own table. */
export function sealedRows(table: PgTable, names: readonly string[]): SealedRows {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const id = columns.id!;
  const texts = Object.fromEntries(names.map((name) => [name, columns[name]!]));
  const isOld = (currentPrefix: string) =>
    or(...names.map((name) => isOldText(columns[name]!, currentPrefix)));
  return {
    async lockOld(tx, currentPrefix, after, limit) {
      const found = tx
        .select({ id, ...texts })
        .from(table)
        .where(and(gt(id, after), isOld(currentPrefix)))
        .orderBy(asc(id))
        .limit(limit)
        .for('update', { skipLocked: true });
      return (await found) as SealedRow[];
    },
    async replace(tx, row, changed) {
      await tx.update(table).set(changed).where(eq(id, row));
    },
    hasOld: async (db, currentPrefix) =>
      (await db.select({ id }).from(table).where(isOld(currentPrefix)).limit(1)).length > 0,
  };
}

/** Draws the id of a row before it is written, as its sealed texts are bound to it. */
export async function drawId(tx: Db, table: string): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`,
  );
  return Number(rows[0]!.id);
}
