import { and, eq, isNull, sql, not } from 'drizzle-orm';
import { erasedValues } from '#db/tables/erasure.ts';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { mandates, paymentMethods, mandatesErasure } from '#db/tables/billing/payment-methods.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type NewMandate = Omit<typeof mandates.$inferInsert, 'gateway_ref'>;

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<number> {
  const gateway_ref = sql<string>`(select e.mandate_ref from ${methodEntries} e
    where e.payment_method_id = ${mandate.payment_method_id} and e.mandate_ref is not null
    order by e.id desc limit 1)`;
  const [row] = await tx
    .insert(mandates)
    .values({ ...mandate, gateway_ref })
    .returning({ id: mandates.id });
  return row!.id;
}

export async function hasMandate(tx: Tx, payment_method_id: number, text_hash: Buffer): Promise<boolean> {
  const isInForce = and(
    eq(mandates.payment_method_id, payment_method_id),
    eq(mandates.text_hash, text_hash),
    isNull(mandates.revoked_at),
  );
  return (await tx.select({ id: mandates.id }).from(mandates).where(isInForce).limit(1)).length > 0;
}

/** An earlier end keeps the day. */
export async function revokeMandatesOf(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(mandates)
    .set({ revoked_at: at })
    .where(and(eq(mandates.payment_method_id, payment_method_id), isNull(mandates.revoked_at)));
}

export async function nameMandates(tx: Tx, payment_method_id: number, gateway_ref: string): Promise<void> {
  await tx
    .update(mandates)
    .set({ gateway_ref })
    .where(and(eq(mandates.payment_method_id, payment_method_id), isNull(mandates.gateway_ref)));
}

export async function methodsOfMandate(db: Db, gateway_ref: string): Promise<number[]> {
  const { payment_method_id: of } = mandates;
  const rows = await db.selectDistinct({ of }).from(mandates).where(eq(mandates.gateway_ref, gateway_ref));
  return rows.map((row) => row.of);
}

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

/** An authorization of a signed contract proves the debit and stays whole. */
export async function eraseMandateRows(tx: Tx, user_id: number, at: Date): Promise<void> {
  const isProof = sql`exists (select from charge_attempts a join payments p on p.id = a.payment_id
    join orders o on o.id = p.order_id
    where a.payment_method_id = ${mandates.payment_method_id} and o.activated_at is not null)`;
  const isOwn = eq(mandates.user_id, user_id);
  await tx
    .update(mandates)
    .set({ revoked_at: sql`coalesce(${mandates.revoked_at}, ${at.toISOString()}::timestamptz)` })
    .where(isOwn);
  await tx
    .update(mandates)
    .set(erasedValues(mandatesErasure, 'end'))
    .where(and(isOwn, not(isProof)));
}
