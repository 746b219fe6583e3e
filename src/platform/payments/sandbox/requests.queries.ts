import { eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  sandboxCharges,
  sandboxDisputes,
  sandboxEvents,
  sandboxMethods,
  sandboxMovements,
  sandboxRefunds,
  sandboxRequests,
} from '#db/tables/sandbox.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { UNFLUSHED } from '#platform/db/unflushed.ts';

/** A row written from JSON: a missing column becomes null, without the default of the column. */
type RowOf<Table extends PgTable> = Filled<Omit<Table['$inferSelect'], 'id'>>;
type Filled<R> = { [Name in keyof R as null extends R[Name] ? never : Name]: R[Name] } & Partial<R>;

export type Rows = {
  method?: RowOf<typeof sandboxMethods>;
  charge?: RowOf<typeof sandboxCharges>;
  refund?: RowOf<typeof sandboxRefunds>;
  dispute?: RowOf<typeof sandboxDisputes>;
  event?: RowOf<typeof sandboxEvents>;
  movement?: RowOf<typeof sandboxMovements>;
};

/** The charged method, with the count of charges at the time of the look-up. */
export type Asked = Pick<typeof sandboxMethods.$inferSelect, 'token' | 'charges_taken'>;

export type NewRequest = typeof sandboxRequests.$inferInsert;

type Columns = NewRequest & Rows & Partial<Asked>;

const writeAll = prepared((db, slots: Slots<Columns>) => {
  const { idem_key, request_hash, answer, created_at, token, charges_taken } = slots;
  return db.execute(sql`
    with ${token && asLookedAt(token, charges_taken!)}
    taken as (
      insert into ${sandboxRequests} (idem_key, request_hash, answer, created_at)
      select ${idem_key}, ${request_hash}, ${answer}::jsonb, ${created_at}::timestamptz
      ${token && sql`from asked`}
      on conflict do nothing
      returning 1
    )
    ${inserted(sandboxMethods, slots.method)}
    ${inserted(sandboxCharges, slots.charge)}
    ${inserted(sandboxRefunds, slots.refund)}
    ${inserted(sandboxDisputes, slots.dispute)}
    ${inserted(sandboxEvents, slots.event)}
    ${inserted(sandboxMovements, slots.movement)}
    ${token && slots.movement && counted(token)}
    select ${UNFLUSHED} from taken`);
});

/** Locked: the charges of a method are counted one by one. */
const asLookedAt = (token: SQL, charges_taken: SQL) => sql`asked as (
  select from ${sandboxMethods}
  where token = ${token} and charges_taken = ${charges_taken} and forgotten_at is null
  for update),`;

const counted = (token: SQL) => sql`, counted as (
  update ${sandboxMethods} set charges_taken = charges_taken + 1 from taken where token = ${token})`;

function inserted(table: PgTable, row: SQL | undefined): SQL | undefined {
  if (!row) return undefined;
  const columns = Object.values(getTableColumns(table)).filter((column) => !column.generatedIdentity);
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  return sql`, ${sql.identifier(`new_${getTableName(table)}`)} as (
    insert into ${table} (${names})
    select ${names} from taken, jsonb_populate_record(null::${table}, ${row}))`;
}

/** @returns false if the key was used before or the method has changed since the look-up */
export async function writeRequest(
  db: Db,
  request: NewRequest,
  { rows, asked }: { rows: Rows; asked?: Asked },
): Promise<boolean> {
  const { rowCount } = await writeAll(db, { ...request, ...rows, ...asked });
  return rowCount === 1;
}

export async function findRequest(db: Db, key: string) {
  const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.idem_key, key));
  return row;
}
