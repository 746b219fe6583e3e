import { and, eq, isNull, sql } from 'drizzle-orm';
import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import { users } from '#db/tables/accounts.ts';
import { mandates, paymentMethods } from '#db/tables/billing.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export async function insertMandate(tx: Tx, mandate: typeof mandates.$inferInsert): Promise<number> {
  const [row] = await tx.insert(mandates).values(mandate).returning({ id: mandates.id });
  return row!.id;
}

/** Whether the family has authorised debits of this account in these words, and has not taken it back. */
export async function hasMandate(tx: Tx, payment_method_id: number, text_hash: Buffer): Promise<boolean> {
  const isInForce = and(
    eq(mandates.payment_method_id, payment_method_id),
    eq(mandates.text_hash, text_hash),
    isNull(mandates.revoked_at),
  );
  return (await tx.select({ id: mandates.id }).from(mandates).where(isInForce).limit(1)).length > 0;
}

/** Ends every authorisation to debit an account; one that has ended keeps its day. */
export async function revokeMandatesOf(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(mandates)
    .set({ revoked_at: at })
    .where(and(eq(mandates.payment_method_id, payment_method_id), isNull(mandates.revoked_at)));
}

/** An authorisation with its words, for the copy that the family gets. */
export async function findMandate(db: Db, id: number) {
  const [row] = await db
    .select({
      accepted_at: mandates.accepted_at,
      html: acceptedTexts.html,
      method: { brand: paymentMethods.brand, last_4: paymentMethods.last_4 },
      reader: {
        id: users.id,
        email: users.email,
        first_name: users.first_name,
        email_verified_at: users.email_verified_at,
        disabled_at: users.disabled_at,
      },
    })
    .from(mandates)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, mandates.text_hash))
    .innerJoin(paymentMethods, eq(paymentMethods.id, mandates.payment_method_id))
    .innerJoin(users, eq(users.id, mandates.user_id))
    .where(eq(mandates.id, id));
  return row;
}

export async function deleteMandatesOf(tx: Tx, payment_method_ids: readonly number[]): Promise<void> {
  await tx.delete(mandates).where(isAnyOf(mandates.payment_method_id, payment_method_ids));
}

/**
 * Ends every authorisation of a user. Where a signed contract was paid under it, it proves the debit and
 * stays whole; any other loses network and browser.
 */
export async function eraseMandateRows(tx: Tx, user_id: number, at: Date): Promise<void> {
  const isProof = sql`exists (select from charge_attempts a join payments p on p.id = a.payment_id
    join orders o on o.id = p.order_id
    where a.payment_method_id = ${mandates.payment_method_id} and o.activated_at is not null)`;
  await tx
    .update(mandates)
    .set({
      revoked_at: sql`coalesce(${mandates.revoked_at}, ${at.toISOString()}::timestamptz)`,
      ip: sql`case when ${isProof} then ${mandates.ip} else '' end`,
      user_agent: sql`case when ${isProof} then ${mandates.user_agent} else '' end`,
    })
    .where(eq(mandates.user_id, user_id));
}
