import { and, eq, gt, isNull, like, lt, not, or, sql } from 'drizzle-orm';
import { jobApplications } from '#db/tables/careers.ts';
import { pick } from '#kit/pick.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { SEALED_ANSWERS } from './application.contract.ts';

export type ApplicationRow = typeof jobApplications.$inferSelect;
export type NewApplication = typeof jobApplications.$inferInsert;

/** Lets one of several presses of the same button through at a time, until the transaction ends. */
export async function lockFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`job application ${fingerprint}`}, 0))`,
  );
}

type Submission = { request_key: string | null; fingerprint: string; since: Date };

/** The application that came with the same key; without a key, one that said the same a moment ago. */
export async function findRepeated(
  db: Db,
  { request_key, fingerprint, since }: Submission,
): Promise<Pick<ApplicationRow, 'id' | 'fingerprint'> | undefined> {
  const isSame = request_key
    ? eq(jobApplications.request_key, request_key)
    : and(eq(jobApplications.fingerprint, fingerprint), gt(jobApplications.created_at, since));
  const [row] = await db
    .select({ id: jobApplications.id, fingerprint: jobApplications.fingerprint })
    .from(jobApplications)
    .where(isSame)
    .limit(1);
  return row;
}

/** @returns undefined when another application came with the same key meanwhile */
export async function insertApplication(tx: Tx, row: NewApplication): Promise<number | undefined> {
  const [made] = await tx
    .insert(jobApplications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: jobApplications.id });
  return made?.id;
}

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | undefined> {
  const [row] = await db.select().from(jobApplications).where(eq(jobApplications.id, id));
  return row;
}

/** Forgets what is older, and what was trapped, sooner; the notes go with it. @returns how many are gone */
export async function deleteApplicationsBefore(db: Db, before: Date, trappedBefore: Date): Promise<number> {
  const isOver = or(lt(jobApplications.created_at, before), lt(jobApplications.trapped_at, trappedBefore));
  return (await db.delete(jobApplications).where(isOver).returning({ id: jobApplications.id })).length;
}

/** The texts that are stored sealed (reliability 5.6). */
export type EncryptedTexts = Record<(typeof SEALED_ANSWERS)[number], Sealed | null>;
type StoredTexts = { id: number } & EncryptedTexts;

/** Applications with a text that is not sealed under the first key; by id, from `after` on. */
export async function listToReencrypt(
  db: Db,
  currentPrefix: string,
  after: number,
  limit: number,
): Promise<StoredTexts[]> {
  const texts = pick(jobApplications, SEALED_ANSWERS);
  const isOld = Object.values(texts).map((column) => not(like(column, `${currentPrefix}%`)));
  return db
    .select({ id: jobApplications.id, ...texts })
    .from(jobApplications)
    .where(and(gt(jobApplications.id, after), or(...isOld)))
    .orderBy(jobApplications.id)
    .limit(limit);
}

/** Replaces the texts that were read by encrypted ones, unless the row has changed meanwhile. */
export async function replaceTexts(
  db: Db,
  { id, ...read }: StoredTexts,
  sealed: EncryptedTexts,
): Promise<void> {
  const isSame = SEALED_ANSWERS.map((name) =>
    read[name] === null ? isNull(jobApplications[name]) : eq(jobApplications[name], read[name]),
  );
  await db
    .update(jobApplications)
    .set(sealed)
    .where(and(eq(jobApplications.id, id), ...isSame));
}
