import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { listed } from '#db/tables/columns.ts';
import { methodsToForget } from '#db/tables/billing/method-entries.ts';
import { UNRESOLVED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Processor } from '#platform/payments/processor.ts';

export type MethodToForget = typeof methodsToForget.$inferSelect;

export async function insertMethodsToForget(
  tx: Tx,
  refs: readonly string[],
  { processor, now }: { processor: Processor; now: Date },
): Promise<void> {
  if (refs.length === 0) return;
  const rows = refs.map((gateway_ref) => ({ gateway_ref, processor, decided_at: now, next_try_at: now }));
  await tx.insert(methodsToForget).values(rows).onConflictDoNothing();
}

export async function forgetAtProcessor(
  tx: Tx,
  payment_method_ids: readonly number[],
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`insert into ${methodsToForget} (gateway_ref, processor, decided_at, next_try_at)
    select m.gateway_ref, m.processor, ${at}, ${at} from ${paymentMethods} m
    where m.id = any(${sql.param([...payment_method_ids])}::bigint[]) and m.gateway_ref not like 'erased-%'
    on conflict do nothing`);
}

// A charge frozen with a method is sent before the deletion, and a method wanted again stays.
const isFree = sql`not exists (
  select from ${paymentMethods} m
  where m.gateway_ref = ${methodsToForget.gateway_ref} and (m.is_active or exists (
    select from ${chargeAttempts} a
    where a.payment_method_id = m.id and a.state in ${listed(UNRESOLVED_ATTEMPTS)})))`;

export async function claimMethodToForget(
  db: Db,
  { processor, now, next_try_at }: { processor: Processor; now: Date; next_try_at: (tries: number) => Date },
): Promise<MethodToForget | undefined> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(methodsToForget)
      .where(and(eq(methodsToForget.processor, processor), lte(methodsToForget.next_try_at, now), isFree))
      .orderBy(asc(methodsToForget.next_try_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    await tx
      .update(methodsToForget)
      .set({ tries: sql`${methodsToForget.tries} + 1`, next_try_at: next_try_at(due.tries) })
      .where(eq(methodsToForget.gateway_ref, due.gateway_ref));
    return due;
  });
}

export async function deleteMethodToForget(db: Db, gateway_ref: string): Promise<void> {
  await db.delete(methodsToForget).where(eq(methodsToForget.gateway_ref, gateway_ref));
}
