import { desc, eq, sql } from 'drizzle-orm';
import { recentThings } from '#db/tables/office.ts';
import type { Db } from '#platform/db/database.ts';
import { RECENT_THINGS } from './recent.states.ts';

export type RecentThing = typeof recentThings.$inferSelect;
export type Subject = Pick<RecentThing, 'kind' | 'subject_id'>;

/** Puts a thing on top, and removes what is more than ten. */
export async function noteThing(db: Db, { by_id, kind, subject_id, at }: RecentThing): Promise<void> {
  const others = sql`select ${recentThings.kind}, ${recentThings.subject_id} from ${recentThings}
    where ${recentThings.by_id} = ${by_id}
      and (${recentThings.kind}, ${recentThings.subject_id}) <> (${kind}, ${subject_id}::bigint)
    order by ${recentThings.at} desc offset ${RECENT_THINGS - 1}`;
  await db.execute(sql`
    with noted as (
      insert into ${recentThings} (by_id, kind, subject_id, at)
        values (${by_id}, ${kind}, ${subject_id}, ${at.toISOString()})
        on conflict (by_id, kind, subject_id) do update set at = excluded.at)
    delete from ${recentThings} where ${recentThings.by_id} = ${by_id}
      and (${recentThings.kind}, ${recentThings.subject_id}) in (${others})`);
}

/** The last one first. */
export const listThings = (db: Db, by_id: number): Promise<Subject[]> =>
  db
    .select({ kind: recentThings.kind, subject_id: recentThings.subject_id })
    .from(recentThings)
    .where(eq(recentThings.by_id, by_id))
    .orderBy(desc(recentThings.at))
    .limit(RECENT_THINGS);
