import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { contracts } from '#db/tables/orders.ts';
import { CARE_TEXTS } from '#modules/students/students.contract.ts';
import type { Db } from '#platform/db/database.ts';
import { readContractSnapshot, type SignedStudent } from '#modules/documents/contract-snapshot.ts';

/** Contracts whose student has a text that is not sealed under the first key; by id, from `after` on. */
export async function listToReencrypt(db: Db, currentPrefix: string, after: number, limit: number) {
  const student = sql`${contracts.snapshot} -> 'student'`;
  const isOld = sql`exists (select 1 from jsonb_each_text(${student}) as text
    where text.key in ${[...CARE_TEXTS]}
    and text.value not like ${`${currentPrefix}%`})`;
  const rows = await db
    .select({ id: contracts.id, snapshot: contracts.snapshot })
    .from(contracts)
    .where(and(gt(contracts.id, after), isOld))
    .orderBy(asc(contracts.id))
    .limit(limit);
  return rows.map(({ id, snapshot }) => ({ id, student: readContractSnapshot(snapshot).student }));
}

/** Changes how the student's texts are stored, and nothing of what was signed. */
export async function replaceStudent(db: Db, contract_id: number, student: SignedStudent): Promise<void> {
  const snapshot = sql`jsonb_set(${contracts.snapshot}, '{student}', ${JSON.stringify(student)}::jsonb)`;
  await db.update(contracts).set({ snapshot }).where(eq(contracts.id, contract_id));
}
