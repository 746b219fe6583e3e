import { eq } from 'drizzle-orm';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';

/** The contract behind a number, with the account and the child it belongs to (B2). */
export async function findContractByNumber(db: Db, contract_number: string) {
  const [row] = await db
    .select({
      user_id: orders.user_id,
      student_id: orders.student_id,
      period_id: orders.period_id,
      program_group_id: orders.program_group_id,
      status: orders.status,
      snapshot: contracts.snapshot,
    })
    .from(contracts)
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .where(eq(contracts.contract_number, contract_number));
  return row && { ...row, snapshot: readContractSnapshot(row.snapshot) };
}
