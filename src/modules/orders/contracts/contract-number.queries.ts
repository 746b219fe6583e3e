import { eq, sql } from 'drizzle-orm';
import { contractNumberCounters, contracts } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * Counts on for a period and school; the row stays locked until the number is committed, so no number is
 * given twice.
 */
export async function nextSerial(tx: Tx, periodId: number, programGroupId: number): Promise<number> {
  const [row] = await tx
    .insert(contractNumberCounters)
    .values({ periodId, programGroupId, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [contractNumberCounters.periodId, contractNumberCounters.programGroupId],
      set: { lastNumber: sql`${contractNumberCounters.lastNumber} + 1` },
    })
    .returning({ serial: contractNumberCounters.lastNumber });
  return row!.serial;
}

export async function isNumberTaken(tx: Tx, contractNumber: string): Promise<boolean> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.contractNumber, contractNumber));
  return rows.length > 0;
}

export async function saveContractNumber(tx: Tx, orderId: number, contractNumber: string): Promise<void> {
  await tx.update(contracts).set({ contractNumber }).where(eq(contracts.orderId, orderId));
}
