import { and, desc, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { options } from '#db/tables/accounts/accounts.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { SavedInstrument } from '#platform/payments/gateway.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import { orders } from '#db/tables/orders/orders.ts';

export type MethodRow = typeof paymentMethods.$inferSelect & { paymentType: PaymentTypeKey };

export const selectMethods = (db: Builder, where: ReturnType<typeof and>) =>
  db
    .select({ method: paymentMethods, key: options.key })
    .from(paymentMethods)
    .innerJoin(options, eq(options.id, paymentMethods.payment_type_id))
    .where(where)
    .orderBy(desc(paymentMethods.created_at), desc(paymentMethods.id));

export const asMethods = async (rows: PromiseLike<Awaited<ReturnType<typeof selectMethods>>>) =>
  (await rows).map(({ method, key }): MethodRow => ({ ...method, paymentType: key as PaymentTypeKey }));

const columns = (db: Db, where: ReturnType<typeof and>) => asMethods(selectMethods(db, where));

export async function findMethod(db: Db, payment_method_id: number): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.id, payment_method_id)))[0];
}

// A method entered and not saved serves a single purchase, and is never a choice.
export const isInUse = and(eq(paymentMethods.is_active, true), isNotNull(paymentMethods.kept_at));

export async function findMethodByRef(db: Db, gateway_ref: string): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.gateway_ref, gateway_ref)))[0];
}

export async function renewMethod(
  tx: Tx,
  payment_method_id: number,
  { brand, last_4, exp_month, exp_year, funding, fingerprint, bank_name }: SavedInstrument,
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ brand, last_4, exp_month, exp_year, funding, fingerprint, bank_name })
    .where(eq(paymentMethods.id, payment_method_id));
}

const inUseOf = prepared((db, { user_ids }: Slots<{ user_ids: number[] }>) =>
  selectMethods(db, and(isAnyOf(paymentMethods.user_id, user_ids), isInUse)),
);

/** Newest first; deleted rows stay for references and are never shown. */
export async function methodsOfUsers(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  return asMethods(inUseOf(db, { user_ids }));
}

export const methodsOfUser = (db: Db, user_id: number): Promise<MethodRow[]> => methodsOfUsers(db, [user_id]);

export const isWanted = or(isInUse, isNotNull(paymentMethods.returned_at));

const wantedOf = prepared((db, { user_ids }: Slots<{ user_ids: number[] }>) =>
  selectMethods(db, and(isAnyOf(paymentMethods.user_id, user_ids), isWanted)),
);

/** Includes accounts with a debit refused for good, because no other method may replace these accounts. */
export async function methodsAndReturnedOf(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  return asMethods(wantedOf(db, { user_ids }));
}

/** The first, the default and the last method are counted, so changes must not overlap. */
export async function lockMethodsOf(tx: Tx, user_id: number): Promise<void> {
  await lockName(tx, { name: `payment methods of user ${user_id}` });
}

const lockName = prepared((db, { name }: Slots<{ name: string }>) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
);

export const isOfGroup = (program_group_id: number | null | SQL) =>
  sql`${paymentMethods.program_group_id} is not distinct from ${program_group_id}::bigint`;

export const isDefaultOf = (user_id: number | SQL, program_group_id: number | null | SQL) =>
  and(eq(paymentMethods.user_id, user_id), isOfGroup(program_group_id), eq(paymentMethods.is_default, true));

/** The first method of a group becomes the default. @returns false if the method is gone */
export async function markKept(tx: Tx, payment_method_id: number, at: Date): Promise<boolean> {
  const { user_id, program_group_id } = paymentMethods;
  const isFirst = sql<boolean>`not exists (select from ${paymentMethods} other
    where other.user_id = ${user_id} and other.program_group_id is not distinct from ${program_group_id}
      and other.is_default and other.is_active)`;
  const { rowCount } = await tx
    .update(paymentMethods)
    .set({
      kept_at: sql`coalesce(${paymentMethods.kept_at}, ${at.toISOString()}::timestamptz)`,
      is_default: sql`${paymentMethods.is_default} or (${paymentMethods.kept_at} is null and ${isFirst})`,
    })
    .where(and(eq(paymentMethods.id, payment_method_id), eq(paymentMethods.is_active, true)));
  return rowCount === 1;
}

export async function markChosen(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx.update(paymentMethods).set({ chosen_at: at }).where(eq(paymentMethods.id, payment_method_id));
}

export async function markDefault(
  tx: Tx,
  method: Pick<MethodRow, 'id' | 'user_id' | 'program_group_id'>,
  is_default: boolean,
): Promise<void> {
  if (is_default)
    await tx
      .update(paymentMethods)
      .set({ is_default: false })
      .where(isDefaultOf(method.user_id, method.program_group_id));
  await tx.update(paymentMethods).set({ is_default }).where(eq(paymentMethods.id, method.id));
}

export async function markGeneral(tx: Tx, payment_method_id: number): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ program_group_id: null })
    .where(eq(paymentMethods.id, payment_method_id));
}

export async function deactivateMethod(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ is_active: false, is_default: false, deactivated_at: at })
    .where(eq(paymentMethods.id, payment_method_id));
}

export type GroupFacts = { id: number; text: string; programs: { id: number }[] };

export async function groupsOfMethods(db: Db, group_ids: number[]): Promise<Map<number, GroupFacts>> {
  if (group_ids.length === 0) return new Map();
  const groups = await db
    .select({ id: programGroups.id, text: programGroups.text })
    .from(programGroups)
    .where(inArray(programGroups.id, group_ids));
  const parts = await db
    .select({ id: programs.id, group_id: programs.program_group_id })
    .from(programs)
    .where(inArray(programs.program_group_id, group_ids));
  const byGroup = Map.groupBy(parts, (part) => part.group_id);
  return new Map(
    groups.map((group) => [
      group.id,
      { ...group, programs: (byGroup.get(group.id) ?? []).map(({ id }) => ({ id })) },
    ]),
  );
}

const ofOrder = prepared((db, { order_id }: Slots<{ order_id: number }>) => {
  const payer = db.select({ id: orders.user_id }).from(orders).where(eq(orders.id, order_id));
  return selectMethods(db, and(sql`${paymentMethods.user_id} = (${payer})`, isWanted));
});

/** By order, for a single round trip with the debts of the order. */
export async function methodsOfPayer(db: Db, order_id: number): Promise<MethodRow[]> {
  return asMethods(ofOrder(db, { order_id }));
}
