import { eq, sql } from 'drizzle-orm';
import { contractNumberCounters, contracts } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * Counts on for a period and school; the row stays locked until the number is committed, so no number is
 * given twice.
 */
export async function nextSerial(tx: Tx, period_id: number, program_group_id: number): Promise<number> {
  const [row] = await tx
    .insert(contractNumberCounters)
    .values({ period_id, program_group_id, last_number: 1 })
    .onConflictDoUpdate({
      target: [contractNumberCounters.period_id, contractNumberCounters.program_group_id],
      set: { last_number: sql`${contractNumberCounters.last_number} + 1` },
    })
    .returning({ serial: contractNumberCounters.last_number });
  return row!.serial;
}

export async function isNumberTaken(tx: Tx, contract_number: string): Promise<boolean> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.contract_number, contract_number));
  return rows.length > 0;
}

export async function saveContractNumber(tx: Tx, order_id: number, contract_number: string): Promise<void> {
  await tx.update(contracts).set({ contract_number }).where(eq(contracts.order_id, order_id));
}
