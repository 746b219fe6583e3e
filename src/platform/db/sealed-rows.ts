import { and, asc, getTableColumns, gt, or, sql, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { prepared, type Slots } from './prepared.ts';
import type { Db, Tx } from './database.ts';

export const isOldText = (column: PgColumn | SQL, currentPrefix: string): SQL =>
  sql`(${column} <> '' and not starts_with(${column}, ${currentPrefix}))`;

export type SealedRow = { id: number } & Record<string, Sealed | null>;

export type SealedRows = {
  /** by id above `after`; skips rows locked elsewhere */
  lockOld(tx: Tx, currentPrefix: string, after: number, limit: number): Promise<SealedRow[]>;
  replace(tx: Tx, id: number, texts: Record<string, unknown>): Promise<void>;
  hasOld(db: Db, currentPrefix: string): Promise<boolean>;
};

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

/** The sealed texts are bound to the id, so the id is drawn before the write. */
export async function drawId(tx: Db, table: string): Promise<number> {
  const { rows } = await nextId(tx, { table });
  return Number(rows[0]!.id);
}

const nextId = prepared((db, { table }: Slots<{ table: string }>) =>
  db.execute<{ id: string }>(sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`),
);

/** Many ids of one sequence at once, the lowest first. */
export async function drawIds(tx: Db, table: string, n: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${n})`,
  );
  return rows.map(({ id }) => Number(id));
}
