import { and, asc, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import {
  sandboxCharges,
  sandboxMethods,
  sandboxMovements,
  sandboxRefunds,
  sandboxRequests,
} from '#db/tables/sandbox.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export type SandboxMethod = typeof sandboxMethods.$inferSelect;
export type SandboxCharge = typeof sandboxCharges.$inferSelect;
export type SandboxRefund = typeof sandboxRefunds.$inferSelect;
export type SandboxMovement = typeof sandboxMovements.$inferSelect;

type NewRequest = Omit<typeof sandboxRequests.$inferInsert, 'answer'>;

const insertOnce = prepared((db, request: Slots<NewRequest>) =>
  db
    .insert(sandboxRequests)
    .values({ ...request, answer: {} })
    .onConflictDoNothing(),
);

/**
 * Takes a key for a request; another request with the key waits until the transaction ends.
 * @returns the request that took the key before, with its answer
 */
export async function takeKey(tx: Tx, request: NewRequest) {
  const taken = await insertOnce(tx, request);
  if (taken.rowCount === 1) return undefined;
  const [row] = await tx.select().from(sandboxRequests).where(ofKey(request.idem_key));
  return row;
}

const setAnswer = prepared((db, { key, answer }: Slots<{ key: string; answer: unknown }>) =>
  db.update(sandboxRequests).set({ answer }).where(ofKey(key)),
);

export async function keepAnswer(tx: Tx, key: string, answer: unknown): Promise<void> {
  await setAnswer(tx, { key, answer });
}

/** Nothing came of the request, so it may come again. */
export async function giveKeyBack(tx: Tx, key: string): Promise<void> {
  await tx.delete(sandboxRequests).where(ofKey(key));
}

const ofKey = (key: string | SQL) => eq(sandboxRequests.idem_key, key);

export type NewMethod = typeof sandboxMethods.$inferInsert;

const insertNewMethod = prepared((db, method: Slots<NewMethod>) => db.insert(sandboxMethods).values(method));

export async function insertMethod(tx: Tx, method: NewMethod): Promise<void> {
  await insertNewMethod(tx, method);
}

const lockInstrument = prepared((db, { token, customer }: Slots<{ token: string; customer: string }>) =>
  db
    .select()
    .from(sandboxMethods)
    .where(and(eq(sandboxMethods.token, token), eq(sandboxMethods.customer, customer)))
    .for('update'),
);

/** Locked, so that the charges of one instrument are counted one after the other. */
export async function lockMethod(
  tx: Tx,
  token: string,
  customer: string,
): Promise<SandboxMethod | undefined> {
  const [method] = await lockInstrument(tx, { token, customer });
  return method;
}

type Taken = { charge: string; method_token: string; amount_cents: number; moves_at: string | null };

const insertTaken = prepared((db, { charge, method_token, amount_cents, moves_at }: Slots<Taken>) =>
  db.execute(sql`
    with taken as (
      insert into ${sandboxCharges}
      select * from jsonb_populate_record(null::${sandboxCharges}, ${charge}) returning ref
    ), counted as (
      update ${sandboxMethods} set charges_taken = charges_taken + 1 where token = ${method_token}
    )
    insert into ${sandboxMovements} (charge_ref, kind, amount_cents, at)
    select taken.ref, 'charge', ${amount_cents}::bigint, moves_at
    from taken, (select ${moves_at}::timestamptz as moves_at) as movement
    where moves_at is not null`),
);

/**
 * Writes a charge that was taken and counts it for its instrument, with the movement of its money where that
 * moves at once; in one statement, as thousands are taken on one day.
 */
export async function insertTakenCharge(tx: Tx, charge: SandboxCharge, movesAt: Date | null): Promise<void> {
  const { method_token, amount_cents } = charge;
  const moves_at = movesAt?.toISOString() ?? null;
  await insertTaken(tx, { charge: JSON.stringify(charge), method_token, amount_cents, moves_at });
}

export async function insertCharge(tx: Tx, charge: typeof sandboxCharges.$inferInsert): Promise<void> {
  await tx.insert(sandboxCharges).values(charge);
}

type NewMovement = Omit<typeof sandboxMovements.$inferInsert, 'charge_ref'>;

export async function insertMovement(tx: Tx, charge_ref: string, movement: NewMovement): Promise<void> {
  await tx.insert(sandboxMovements).values({ ...movement, charge_ref });
}

/** Charges that were made for one attempt of the portal's, those that took money first. */
export async function chargesOfAttempt(
  db: Db,
  attempt_id: number,
  customer: string,
): Promise<SandboxCharge[]> {
  return db
    .select()
    .from(sandboxCharges)
    .where(and(eq(sandboxCharges.attempt_id, attempt_id), eq(sandboxCharges.customer, customer)))
    .orderBy(asc(sql`${sandboxCharges.state} = 'declined'`), desc(sandboxCharges.created_at));
}

/** Locked, so that two refunds of one charge never pass its amount together. */
export async function lockCharge(tx: Tx, ref: string): Promise<SandboxCharge | undefined> {
  const [charge] = await tx.select().from(sandboxCharges).where(eq(sandboxCharges.ref, ref)).for('update');
  return charge;
}

export async function behaviorOf(tx: Tx, token: string): Promise<string | undefined> {
  const [method] = await tx
    .select({ behaviour: sandboxMethods.behaviour })
    .from(sandboxMethods)
    .where(eq(sandboxMethods.token, token));
  return method?.behaviour;
}

/** What has gone back of a charge. */
export async function refundedOf(tx: Tx, charge_ref: string): Promise<number> {
  const isPart = and(eq(sandboxRefunds.charge_ref, charge_ref), eq(sandboxRefunds.state, 'succeeded'));
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${sandboxRefunds.amount_cents}), 0)` })
    .from(sandboxRefunds)
    .where(isPart);
  return Number(row!.cents);
}

export async function insertRefund(tx: Tx, refund: typeof sandboxRefunds.$inferInsert): Promise<void> {
  await tx.insert(sandboxRefunds).values(refund);
}

/** Refunds that were asked for under one id of the portal's, those that gave money back first. */
export async function refundsOf(
  db: Db,
  asked: { refund_id: number; charge_ref: string },
): Promise<SandboxRefund[]> {
  return db
    .select()
    .from(sandboxRefunds)
    .where(
      and(eq(sandboxRefunds.refund_id, asked.refund_id), eq(sandboxRefunds.charge_ref, asked.charge_ref)),
    )
    .orderBy(asc(sql`${sandboxRefunds.state} = 'refused'`), desc(sandboxRefunds.created_at));
}

export async function lockDueToSettle(tx: Tx, today: PlainDate): Promise<SandboxCharge[]> {
  const isDue = and(eq(sandboxCharges.state, 'pending'), lte(sandboxCharges.settles_on, today));
  return tx.select().from(sandboxCharges).where(isDue).for('update');
}

export async function lockDueToReturn(tx: Tx, today: PlainDate): Promise<SandboxCharge[]> {
  const isDue = and(
    inArray(sandboxCharges.state, ['pending', 'settled']),
    lte(sandboxCharges.returns_on, today),
  );
  return tx.select().from(sandboxCharges).where(isDue).for('update');
}

export async function updateCharge(tx: Tx | Db, ref: string, changes: Partial<SandboxCharge>): Promise<void> {
  await tx.update(sandboxCharges).set(changes).where(eq(sandboxCharges.ref, ref));
}

/** Takes a charge off the news, unless it has become something else since that was told. */
export async function markReported(db: Db, ref: string, state: 'settled' | 'returned'): Promise<void> {
  await db
    .update(sandboxCharges)
    .set({ is_reported: true })
    .where(and(eq(sandboxCharges.ref, ref), eq(sandboxCharges.state, state)));
}

export async function unreportedCharges(db: Db): Promise<SandboxCharge[]> {
  return db
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.is_reported, false))
    .orderBy(sandboxCharges.created_at, sandboxCharges.ref);
}

export async function movementsAfter(db: Db, id: number, limit: number): Promise<SandboxMovement[]> {
  return db
    .select()
    .from(sandboxMovements)
    .where(sql`${sandboxMovements.id} > ${id}`)
    .orderBy(sandboxMovements.id)
    .limit(limit);
}
