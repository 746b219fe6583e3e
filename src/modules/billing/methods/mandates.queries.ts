import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { mandates, paymentMethods } from '#db/tables/billing.ts';
import { acceptedTexts } from '#db/tables/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** Keeps a text that was accepted, once, under its hash (O4). */
export async function keepText(tx: Tx, text: { hash: Buffer; html: string; createdAt: Date }): Promise<void> {
  await tx.insert(acceptedTexts).values(text).onConflictDoNothing();
}

export async function insertMandate(tx: Tx, mandate: typeof mandates.$inferInsert): Promise<number> {
  const [row] = await tx.insert(mandates).values(mandate).returning({ id: mandates.id });
  return row!.id;
}

/** Whether the family has authorised debits of this account in these words, and has not taken it back. */
export async function hasMandate(tx: Tx, payment_method_id: number, textHash: Buffer): Promise<boolean> {
  const isInForce = and(
    eq(mandates.paymentMethodId, payment_method_id),
    eq(mandates.textHash, textHash),
    isNull(mandates.revokedAt),
  );
  return (await tx.select({ id: mandates.id }).from(mandates).where(isInForce).limit(1)).length > 0;
}

/** Ends every authorisation to debit an account; one that has ended keeps its day. */
export async function revokeMandatesOf(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(mandates)
    .set({ revokedAt: at })
    .where(and(eq(mandates.paymentMethodId, payment_method_id), isNull(mandates.revokedAt)));
}

/** An authorisation with its words, for the copy that the family gets. */
export async function findMandate(db: Db, id: number) {
  const [row] = await db
    .select({
      acceptedAt: mandates.acceptedAt,
      html: acceptedTexts.html,
      method: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
      reader: { id: users.id, email: users.email, firstName: users.firstName, disabledAt: users.disabledAt },
    })
    .from(mandates)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, mandates.textHash))
    .innerJoin(paymentMethods, eq(paymentMethods.id, mandates.paymentMethodId))
    .innerJoin(users, eq(users.id, mandates.userId))
    .where(eq(mandates.id, id));
  return row;
}
