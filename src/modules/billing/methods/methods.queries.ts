import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { paymentMethods } from '#db/tables/billing.ts';
import { programGroups, programs } from '#db/tables/catalog.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';

export type MethodRow = typeof paymentMethods.$inferSelect & { paymentType: PaymentTypeKey };

const columns = async (db: Db, where: ReturnType<typeof and>) => {
  const rows = await db
    .select({ method: paymentMethods, key: options.key })
    .from(paymentMethods)
    .innerJoin(options, eq(options.id, paymentMethods.paymentTypeId))
    .where(where)
    .orderBy(desc(paymentMethods.createdAt), desc(paymentMethods.id));
  return rows.map(({ method, key }): MethodRow => ({ ...method, paymentType: key as PaymentTypeKey }));
};

export async function findMethod(db: Db, payment_method_id: number): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.id, payment_method_id)))[0];
}

export async function findMethodByGatewayRef(db: Db, ref: string): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.gatewayRef, ref)))[0];
}

/** Those in use, newest first; one that was deleted is kept for the rows that name it, and shown nowhere. */
export async function methodsOfUser(db: Db, user_id: number): Promise<MethodRow[]> {
  return columns(db, and(eq(paymentMethods.userId, user_id), eq(paymentMethods.isActive, true)));
}

/**
 * Whoever changes a user's methods waits here for whoever else does: the first, the default and the last one
 * are counted.
 */
export async function lockMethodsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payment methods of user ${user_id}`}, 0))`,
  );
}

export type NewMethod = Omit<typeof paymentMethods.$inferInsert, 'isDefault' | 'isActive' | 'id'>;

/**
 * Saves a method; the first one of a user and group becomes their default (PM). Saving it again changes
 * nothing, unless it was deleted in between: then it is wanted again.
 */
export async function insertMethod(tx: Tx, method: NewMethod): Promise<void> {
  await lockMethodsOf(tx, method.userId);
  const defaults = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(isDefaultOf(method.userId, method.programGroupId ?? null));
  await tx
    .insert(paymentMethods)
    .values({ ...method, isDefault: defaults.length === 0 })
    .onConflictDoUpdate({
      target: paymentMethods.gatewayRef,
      set: {
        isActive: true,
        deactivatedAt: null,
        isDefault: sql`${paymentMethods.isDefault} or excluded.is_default`,
      },
    });
}

const isDefaultOf = (user_id: number, program_group_id: number | null) =>
  and(
    eq(paymentMethods.userId, user_id),
    program_group_id === null
      ? isNull(paymentMethods.programGroupId)
      : eq(paymentMethods.programGroupId, program_group_id),
    eq(paymentMethods.isActive, true),
    eq(paymentMethods.isDefault, true),
  );

/** Makes a method the one default of its user and group, or takes the mark away. */
export async function markDefault(
  tx: Tx,
  method: Pick<MethodRow, 'id' | 'userId' | 'programGroupId'>,
  isDefault: boolean,
): Promise<void> {
  if (isDefault)
    await tx
      .update(paymentMethods)
      .set({ isDefault: false })
      .where(isDefaultOf(method.userId, method.programGroupId));
  await tx.update(paymentMethods).set({ isDefault }).where(eq(paymentMethods.id, method.id));
}

export async function deactivateMethod(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ isActive: false, isDefault: false, deactivatedAt: at })
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
    .select({ id: programs.id, group_id: programs.programGroupId })
    .from(programs)
    .where(inArray(programs.programGroupId, group_ids));
  const byGroup = Map.groupBy(parts, (part) => part.group_id);
  return new Map(
    groups.map((group) => [
      group.id,
      { ...group, programs: (byGroup.get(group.id) ?? []).map(({ id }) => ({ id })) },
    ]),
  );
}
