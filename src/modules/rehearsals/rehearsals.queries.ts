import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { rehearsals } from '#db/tables/rehearsals.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { RehearsalReport } from './rehearsal-report.shapes.ts';
import type { Progress, RehearsalSettings } from './rehearsal.shapes.ts';

/** The documents of a row. */
type Documents = {
  settings: RehearsalSettings;
  progress: Progress | null;
  report: RehearsalReport | null;
};

type Row = Omit<typeof rehearsals.$inferSelect, keyof Documents> & Documents;
type Named = { first_name: string; last_name: string };
export type FoundRehearsal = Row & Named;

const { report: _, ...withoutReport } = getTableColumns(rehearsals);
const by = { first_name: users.first_name, last_name: users.last_name };

export async function listRehearsalRows(db: Db): Promise<Omit<FoundRehearsal, 'report'>[]> {
  const rows = await db
    .select({ ...withoutReport, ...by })
    .from(rehearsals)
    .innerJoin(users, eq(users.id, rehearsals.by_id))
    .orderBy(desc(rehearsals.id));
  return rows as Omit<FoundRehearsal, 'report'>[];
}

export async function findRehearsalRow(db: Db, id: number): Promise<FoundRehearsal | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(rehearsals), ...by })
    .from(rehearsals)
    .innerJoin(users, eq(users.id, rehearsals.by_id))
    .where(eq(rehearsals.id, id));
  return row as FoundRehearsal | undefined;
}

type Begun = Pick<Row, 'season' | 'settings' | 'by_id' | 'begun_at' | 'heard_at'>;

/** @returns undefined while another one plays */
export async function insertRehearsal(tx: Tx, begun: Begun): Promise<number | undefined> {
  const [row] = await tx
    .insert(rehearsals)
    .values({ ...begun, state: 'playing' })
    .onConflictDoNothing()
    .returning({ id: rehearsals.id });
  return row?.id;
}

export type Changed = Partial<Pick<Row, 'state' | 'heard_at' | 'ended_at' | 'progress' | 'report'>>;

/** @returns false for a rehearsal that is over */
export async function updatePlaying(db: Db, id: number, changed: Changed): Promise<boolean> {
  const rows = await db
    .update(rehearsals)
    .set(changed)
    .where(and(eq(rehearsals.id, id), eq(rehearsals.state, 'playing')))
    .returning({ id: rehearsals.id });
  return rows.length > 0;
}

/** Fails what has said nothing since. */
export async function failUnheard(db: Db, since: Date, ended_at: Date): Promise<void> {
  await db
    .update(rehearsals)
    .set({ state: 'failed', ended_at })
    .where(and(eq(rehearsals.state, 'playing'), lt(rehearsals.heard_at, since)));
}

export async function deleteRehearsalsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(rehearsals).where(lt(rehearsals.begun_at, before));
}
