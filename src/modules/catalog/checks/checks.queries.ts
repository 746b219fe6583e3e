import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { aidAwards } from '#db/tables/aid.ts';
import { checksPutAside } from '#db/tables/catalog/season-checks.ts';
import { waitingList } from '#db/tables/seats.ts';
import type { Tx } from '#platform/db/database.ts';

/** How many children wait for a seat, by route. */
export async function countWaiting(
  tx: Tx,
  route_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (route_ids.length === 0) return new Map();
  const rows = await tx
    .select({ route_id: waitingList.route_id, n: sql<number>`count(*)::int` })
    .from(waitingList)
    .where(and(inArray(waitingList.route_id, [...route_ids]), isNull(waitingList.closed_at)))
    .groupBy(waitingList.route_id);
  return new Map(rows.map(({ route_id, n }) => [route_id, n]));
}

/** The schools with awards of a season that have not ended. */
export async function schoolsWithAwards(tx: Tx, period_id: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectDistinct({ id: aidAwards.program_group_id })
    .from(aidAwards)
    .where(and(eq(aidAwards.period_id, period_id), isNull(aidAwards.ended_at)));
  return new Set(rows.map(({ id }) => id));
}

type PutAside = typeof checksPutAside.$inferSelect;
export type CheckKey = Pick<PutAside, 'period_id' | 'code' | 'subject_kind' | 'subject_id' | 'field'>;

const isOf = ({ period_id, code, subject_kind, subject_id, field }: CheckKey) =>
  and(
    eq(checksPutAside.period_id, period_id),
    eq(checksPutAside.code, code),
    eq(checksPutAside.subject_kind, subject_kind),
    eq(checksPutAside.subject_id, subject_id),
    eq(checksPutAside.field, field),
  );

export const listPutAside = (tx: Tx, period_id: number) =>
  tx
    .select({
      code: checksPutAside.code,
      subject_kind: checksPutAside.subject_kind,
      subject_id: checksPutAside.subject_id,
      field: checksPutAside.field,
      subject_version: checksPutAside.subject_version,
      note: checksPutAside.note,
      at: checksPutAside.at,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(checksPutAside)
    .innerJoin(users, eq(users.id, checksPutAside.by_id))
    .where(eq(checksPutAside.period_id, period_id));
export type PutAsideRow = Awaited<ReturnType<typeof listPutAside>>[number];

/** In place of what was put aside for an earlier version. @returns false if nothing differs */
export async function savePutAside(tx: Tx, row: PutAside): Promise<boolean> {
  const { subject_version, note, by_id, at } = row;
  const saved = await tx
    .insert(checksPutAside)
    .values(row)
    .onConflictDoUpdate({
      target: [
        checksPutAside.period_id,
        checksPutAside.code,
        checksPutAside.subject_kind,
        checksPutAside.subject_id,
        checksPutAside.field,
      ],
      set: { subject_version, note, by_id, at },
      setWhere: sql`(${checksPutAside.subject_version}, ${checksPutAside.note})
        is distinct from (${subject_version}, ${note})`,
    })
    .returning({ code: checksPutAside.code });
  return saved.length > 0;
}

/** @returns false if the check was not put aside */
export async function deletePutAside(tx: Tx, key: CheckKey): Promise<boolean> {
  const gone = await tx.delete(checksPutAside).where(isOf(key)).returning({ code: checksPutAside.code });
  return gone.length > 0;
}
