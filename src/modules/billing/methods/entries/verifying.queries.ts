import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { SavedInstrument } from '#platform/payments/gateway.ts';

const isVerifying = eq(methodEntries.state, 'verifying');

export async function verifyingOfUser(db: Db, user_id: number): Promise<number[]> {
  const { payment_method_id } = methodEntries;
  const rows = await db
    .selectDistinct({ id: payment_method_id })
    .from(methodEntries)
    .where(and(eq(methodEntries.user_id, user_id), isVerifying))
    .orderBy(desc(payment_method_id));
  return rows.map(({ id }) => id!);
}

export type Waiting = { verify_url: string | null; arrives_on: PlainDate | null };

export async function waitingOf(
  db: Db,
  payment_method_ids: readonly number[],
): Promise<Map<number, Waiting>> {
  if (payment_method_ids.length === 0) return new Map();
  const { payment_method_id, verify_url, arrives_on } = methodEntries;
  const rows = await db
    .select({ payment_method_id, verify_url, arrives_on })
    .from(methodEntries)
    .where(and(inArray(payment_method_id, [...payment_method_ids]), isVerifying));
  return new Map(rows.map((row) => [row.payment_method_id!, row]));
}

type Verified = Pick<SavedInstrument, 'ref' | 'brand' | 'last_4' | 'bank_name' | 'fingerprint'>;

/** @returns whether the family wants the account as default */
export async function activateMethod(
  tx: Tx,
  payment_method_id: number,
  { ref: gateway_ref, brand, last_4, bank_name, fingerprint }: Verified,
): Promise<{ isDefaultWanted: boolean }> {
  const { id, is_default, chosen_at, user_id, program_group_id } = paymentMethods;
  const hasDefault = sql<boolean>`exists (select from ${paymentMethods} other
    where other.user_id = ${user_id} and other.program_group_id is not distinct from ${program_group_id}
      and other.is_default and other.is_active)`;
  const [wish] = await tx
    .select({
      isDefaultWanted: sql<boolean>`${is_default} or (${chosen_at} is not null and not ${hasDefault})`,
    })
    .from(paymentMethods)
    .where(eq(id, payment_method_id));
  const changes = { gateway_ref, brand, last_4, bank_name, fingerprint };
  await tx
    .update(paymentMethods)
    .set({ ...changes, is_active: true, is_default: false })
    .where(eq(id, payment_method_id));
  return wish!;
}

export async function wantAsDefault(tx: Tx, payment_method_id: number): Promise<void> {
  await tx.update(paymentMethods).set({ is_default: true }).where(eq(paymentMethods.id, payment_method_id));
}

export async function waitsOtherwise(tx: Tx, entry_id: number, payment_method_id: number): Promise<boolean> {
  const { id, payment_method_id: of } = methodEntries;
  const isOther = and(
    ne(id, entry_id),
    eq(of, payment_method_id),
    inArray(methodEntries.state, ['verifying', 'saved']),
  );
  return (await tx.select({ id }).from(methodEntries).where(isOther).limit(1)).length > 0;
}

export async function endWaiting(tx: Tx, payment_method_ids: readonly number[], at: Date): Promise<void> {
  await tx
    .update(methodEntries)
    .set({ state: 'ended', closed_at: at })
    .where(and(isAnyOf(methodEntries.payment_method_id, [...payment_method_ids]), isVerifying));
}
