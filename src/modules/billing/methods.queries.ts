import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { mandates, paymentMethods } from '#db/tables/billing.ts';
import { programGroups, programs } from '#db/tables/catalogue.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentTypeKey } from './billing.contract.ts';

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

/** Newest first. */
export async function methodsOfUser(db: Db, user_id: number): Promise<MethodRow[]> {
  return columns(db, eq(paymentMethods.userId, user_id));
}

export type NewMethod = Omit<typeof paymentMethods.$inferInsert, 'isDefault' | 'isActive' | 'id'>;

/** Saves a method; the first one of a user and group becomes their default (PM). Saving it again changes nothing. */
export async function insertMethod(tx: Tx, method: NewMethod): Promise<void> {
  // Two first methods at once would both find no default; one waits here for the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`default payment method of user ${method.userId}`}, 0))`);
  const sameGroup = method.programGroupId == null ? isNull(paymentMethods.programGroupId) : eq(paymentMethods.programGroupId, method.programGroupId);
  const defaults = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.userId, method.userId), sameGroup, eq(paymentMethods.isActive, true), eq(paymentMethods.isDefault, true)));
  await tx.insert(paymentMethods).values({ ...method, isDefault: defaults.length === 0 }).onConflictDoNothing({ target: paymentMethods.gatewayRef });
}

export type GroupFacts = { id: number; text: string; programs: { id: number }[] };

export async function groupsOfMethods(db: Db, group_ids: number[]): Promise<Map<number, GroupFacts>> {
  if (group_ids.length === 0) return new Map();
  const groups = await db.select({ id: programGroups.id, text: programGroups.text }).from(programGroups).where(inArray(programGroups.id, group_ids));
  const parts = await db.select({ id: programs.id, group_id: programs.programGroupId }).from(programs).where(inArray(programs.programGroupId, group_ids));
  const byGroup = Map.groupBy(parts, (part) => part.group_id);
  return new Map(groups.map((group) => [group.id, { ...group, programs: (byGroup.get(group.id) ?? []).map(({ id }) => ({ id })) }]));
}

export async function insertMandate(tx: Tx, mandate: typeof mandates.$inferInsert): Promise<void> {
  await tx.insert(mandates).values(mandate);
}
