import { and, eq, inArray, lte } from 'drizzle-orm';
import { sandboxDisputes } from '#db/tables/sandbox.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { attemptOf } from './sandbox.queries.ts';

export type SandboxDispute = typeof sandboxDisputes.$inferSelect;

export async function lockDisputesToMove(tx: Tx, today: PlainDate, ref?: string): Promise<SandboxDispute[]> {
  const isNamed = ref === undefined ? undefined : eq(sandboxDisputes.ref, ref);
  const { charge_ref } = sandboxDisputes;
  return tx
    .select()
    .from(sandboxDisputes)
    .where(and(lte(sandboxDisputes.moves_on, today), isNamed))
    .orderBy(attemptOf(charge_ref), sandboxDisputes.ref)
    .for('update');
}

export async function updateDispute(tx: Tx, ref: string, changes: Partial<SandboxDispute>): Promise<void> {
  await tx.update(sandboxDisputes).set(changes).where(eq(sandboxDisputes.ref, ref));
}

export async function findDispute(db: Db, ref: string): Promise<SandboxDispute | undefined> {
  const [dispute] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.ref, ref));
  return dispute;
}

export async function refusingDisputesOf(tx: Tx, charge_ref: string): Promise<SandboxDispute[]> {
  const { state, charge_ref: of } = sandboxDisputes;
  return tx
    .select()
    .from(sandboxDisputes)
    .where(and(eq(of, charge_ref), inArray(state, ['open', 'lost'])));
}
