import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { sandboxMovements, sandboxPayouts } from '#db/tables/sandbox.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type SandboxMovement = typeof sandboxMovements.$inferSelect;
export type NewMovement = typeof sandboxMovements.$inferInsert;
export type SandboxPayout = typeof sandboxPayouts.$inferSelect;

export async function insertMovement(tx: Tx, movement: NewMovement): Promise<void> {
  await tx.insert(sandboxMovements).values(movement);
}

export async function updateMovementOf(
  tx: Tx,
  charge_ref: string,
  changes: Partial<NewMovement>,
): Promise<void> {
  await tx
    .update(sandboxMovements)
    .set(changes)
    .where(and(eq(sandboxMovements.charge_ref, charge_ref), eq(sandboxMovements.kind, 'charge')));
}

export async function movementsAfter(
  db: Db,
  { id, since }: { id: number; since: Date | undefined },
  limit: number,
): Promise<SandboxMovement[]> {
  const isSince = since && gte(sandboxMovements.at, since);
  return db
    .select()
    .from(sandboxMovements)
    .where(and(gt(sandboxMovements.id, id), isSince))
    .orderBy(sandboxMovements.id)
    .limit(limit);
}

export async function sumOfMovements(db: Db): Promise<number> {
  const { amount_cents, fee_cents } = sandboxMovements;
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${amount_cents} - ${fee_cents}), 0)` })
    .from(sandboxMovements);
  return Number(row!.cents);
}

const isUnpaid = isNull(sandboxMovements.payout_ref);

export async function listDaysToPayOut(tx: Tx, today: PlainDate): Promise<PlainDate[]> {
  const rows = await tx
    .selectDistinct({ day: sandboxMovements.available_on })
    .from(sandboxMovements)
    .where(and(isUnpaid, lte(sandboxMovements.available_on, today)))
    .orderBy(asc(sandboxMovements.available_on));
  return rows.map(({ day }) => day!);
}

/** Each movement goes into a single payout. */
export async function lockToPayOut(tx: Tx, day: PlainDate): Promise<SandboxMovement[]> {
  return tx
    .select()
    .from(sandboxMovements)
    .where(and(isUnpaid, lte(sandboxMovements.available_on, day)))
    .orderBy(sandboxMovements.id)
    .for('update');
}

type NewPayout = { payout: typeof sandboxPayouts.$inferInsert; own: NewMovement; day: PlainDate };

export async function insertPayout(tx: Tx, { payout, own, day }: NewPayout): Promise<void> {
  await tx.insert(sandboxPayouts).values(payout);
  await tx.insert(sandboxMovements).values(own);
  await tx
    .update(sandboxMovements)
    .set({ payout_ref: payout.ref })
    .where(and(isUnpaid, lte(sandboxMovements.available_on, day)));
}

export async function lockPayoutsToArrive(tx: Tx, today: PlainDate): Promise<SandboxPayout[]> {
  return tx
    .select()
    .from(sandboxPayouts)
    .where(and(eq(sandboxPayouts.state, 'on_its_way'), lte(sandboxPayouts.arrives_on, today)))
    .orderBy(sandboxPayouts.id)
    .for('update');
}

export async function updatePayout(
  tx: Tx,
  ref: string,
  changes: Partial<Pick<SandboxPayout, 'state' | 'trace'>>,
): Promise<void> {
  await tx.update(sandboxPayouts).set(changes).where(eq(sandboxPayouts.ref, ref));
}

export async function payoutsSince(db: Db, since: Date): Promise<SandboxPayout[]> {
  return db
    .select()
    .from(sandboxPayouts)
    .where(gte(sandboxPayouts.made_at, since))
    .orderBy(sandboxPayouts.id);
}

export async function findPayout(db: Db, ref: string): Promise<SandboxPayout | undefined> {
  const [payout] = await db.select().from(sandboxPayouts).where(eq(sandboxPayouts.ref, ref));
  return payout;
}

export async function movementsInPayouts(db: Db, refs: readonly string[]): Promise<Map<string, number[]>> {
  const { id, payout_ref } = sandboxMovements;
  const rows = await db
    .select({ ref: payout_ref, id })
    .from(sandboxMovements)
    .where(and(isNotNull(payout_ref), inArray(payout_ref, [...refs])))
    .orderBy(id);
  const found = new Map<string, number[]>(refs.map((ref) => [ref, []]));
  for (const { ref, id: movement } of rows) found.get(ref!)!.push(movement);
  return found;
}
