import { and, asc, eq, gt, sql, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, periods } from '#db/tables/catalog/catalog.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { contracts, hasSpecialRequest, orders } from '#db/tables/orders/orders.ts';
import { studentImages } from '#db/tables/students.ts';
import { invariant } from '#kit/invariant.ts';
import { pick } from '#kit/pick.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { isOldText } from '#platform/db/sealed-rows.ts';
import type { AidOutcome } from '#modules/orders/aid.states.ts';
import type { ContractNotes } from '#modules/orders/orders.contract.ts';
import { readContractSnapshot, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { mandates, paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { signedCopies } from '#db/tables/documents/documents.ts';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { cameAbout } from '#modules/orders/orders.queries.ts';
import { workRows } from '#platform/db/work-rows.ts';

export type Signed = {
  snapshot: ContractSnapshot;
  aid_code_id: number | null;
  aid_outcome: AidOutcome | null;
};

export async function getSigned(tx: Tx, order_id: number): Promise<Signed> {
  const [row] = await tx
    .select({
      snapshot: contracts.snapshot,
      aid_code_id: contractFinancialAid.financial_aid_code_id,
      aid_outcome: contractFinancialAid.outcome,
    })
    .from(contracts)
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contract_id, contracts.id))
    .where(eq(contracts.order_id, order_id));
  invariant(row, `order ${order_id} has a contract`);
  return { ...row, snapshot: readContractSnapshot(row.snapshot) };
}

export async function lockContract(tx: Tx, order_id: number) {
  const [row] = await tx.select().from(contracts).where(eq(contracts.order_id, order_id)).for('update');
  invariant(row, `order ${order_id} has a contract`);
  return row;
}

export async function updateNotes(tx: Tx, order_id: number, notes: ContractNotes): Promise<void> {
  await tx.update(contracts).set(notes).where(eq(contracts.order_id, order_id));
}

export type SignedTexts = {
  id: number;
  student_id: number;
  texts: Record<string, Sealed | null | undefined>;
};

const studentOf = sql`${contracts.snapshot} -> 'student'`;

const hasOldText = (names: readonly string[], currentPrefix: string) =>
  sql`exists (select 1 from jsonb_each_text(${studentOf}) as text
    where text.key in ${[...names]} and ${isOldText(sql`text.value`, currentPrefix)})`;

export async function lockOldTexts(
  tx: Tx,
  names: readonly string[],
  { currentPrefix, after, limit }: { currentPrefix: string; after: number; limit: number },
): Promise<SignedTexts[]> {
  const found = await tx
    .select({ id: contracts.id, student_id: orders.student_id, student: studentOf })
    .from(contracts)
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .where(and(gt(contracts.id, after), hasOldText(names, currentPrefix)))
    .orderBy(asc(contracts.id))
    .limit(limit)
    .for('update', { of: contracts, skipLocked: true });
  return found.map(({ id, student_id, student }) => ({
    id,
    student_id,
    texts: pick(student as SignedTexts['texts'], names),
  }));
}

/** The signed words stay the same. */
export async function replaceTexts(tx: Tx, contract_id: number, texts: SignedTexts['texts']): Promise<void> {
  const student = sql`(${studentOf}) || ${JSON.stringify(texts)}::jsonb`;
  await tx
    .update(contracts)
    .set({ snapshot: sql`jsonb_set(${contracts.snapshot}, '{student}', ${student})` })
    .where(eq(contracts.id, contract_id));
}

export async function hasOldTexts(db: Db, names: readonly string[], currentPrefix: string): Promise<boolean> {
  const found = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(hasOldText(names, currentPrefix))
    .limit(1);
  return found.length > 0;
}

/** Scans all later orders if none is missing. */
export async function listOrdersWithoutCopy(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, and(eq(contracts.order_id, orders.id), isNotNull(contracts.contract_number)))
    .leftJoin(signedCopies, and(eq(signedCopies.order_id, orders.id), isNull(signedCopies.amendment_id)))
    .where(and(cameAbout, gt(orders.id, after), isNull(signedCopies.id), isNull(contracts.erased_at)))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const evidenceOf = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({
      kind: acceptances.kind,
      html: acceptedTexts.html,
      hash: acceptances.text_hash,
      is_named: acceptances.is_named,
      placed_by: pick(users, ['first_name', 'last_name']),
      accepted_at: acceptances.accepted_at,
      ip: acceptances.ip,
      user_agent: acceptances.user_agent,
      accountLast4: paymentMethods.last_4,
    })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .leftJoin(mandates, and(eq(acceptances.kind, 'ach'), eq(mandates.order_id, acceptances.order_id)))
    .leftJoin(paymentMethods, eq(paymentMethods.id, mandates.payment_method_id))
    .leftJoin(users, eq(users.id, acceptances.placed_by_id))
    .where(and(eq(acceptances.order_id, order_id), isNull(acceptances.amendment_id)))
    .orderBy(asc(acceptances.id)),
);

/** In the order of writing (O4); for debit terms, with the account. */
export async function listEvidence(db: Db, order_id: number) {
  return evidenceOf(db, { order_id });
}

const inSchoolYear = (today: PlainDate): SQL => sql`${orders} join ${periods}
  on ${periods.id} = ${orders.period_id} and ${periods.ends_on} >= ${today} and ${orders.status} = 'active'`;

/** Contracts of the present school years with a special request. */
export const specialRequestWork = (today: PlainDate): SQL =>
  workRows(
    { subject: orders.id, since: orders.created_at, order_id: orders.id },
    sql`${inSchoolYear(today)} join ${contracts} on ${contracts.order_id} = ${orders.id}
      where ${hasSpecialRequest(contracts)}`,
  );

/** Children without the photo that their program wants, since their first contract. */
export const missingPhotoWork = (today: PlainDate): SQL =>
  workRows(
    { subject: sql`found.student_id`, since: sql`found.since`, order_id: sql`found.order_id` },
    sql`(select ${orders.student_id}, min(${orders.created_at}) as since, min(${orders.id}) as order_id
      from ${inSchoolYear(today)} join ${contracts} on ${contracts.order_id} = ${orders.id}
      join ${periodPrograms} on ${periodPrograms.id} = ${contracts.period_program_id}
      where ${periodPrograms.is_photo_required} and not exists (select from ${studentImages}
        where ${studentImages.student_id} = ${orders.student_id})
      group by ${orders.student_id}) found`,
  );

/** Families who have signed a contract and not verified their email address. */
export const unverifiedEmailWork = (today: PlainDate, before: Date): SQL =>
  workRows(
    { subject: sql`found.user_id`, since: sql`found.since`, order_id: sql`found.order_id` },
    sql`(select ${orders.user_id}, min(${orders.created_at}) as since, min(${orders.id}) as order_id
      from ${inSchoolYear(today)} join ${users} on ${users.id} = ${orders.user_id}
      where ${and(isNull(users.email_verified_at), isNull(users.disabled_at))}
      group by ${orders.user_id} having min(${orders.created_at}) <= ${before.toISOString()}) found`,
  );
