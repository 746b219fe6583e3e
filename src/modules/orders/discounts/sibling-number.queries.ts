import { eq } from 'drizzle-orm';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import type { ContractSnapshot } from '#modules/orders/contract-snapshot.ts';

/** The contract behind a number, with the account and the child it belongs to (B2). */
export async function findContractByNumber(db: Db, contractNumber: string) {
  const [row] = await db
    .select({
      user_id: orders.userId,
      student_id: orders.studentId,
      period_id: orders.periodId,
      program_group_id: orders.programGroupId,
      status: orders.status,
      snapshot: contracts.snapshot,
    })
    .from(contracts)
    .innerJoin(orders, eq(orders.id, contracts.orderId))
    .where(eq(contracts.contractNumber, contractNumber));
  return row && { ...row, snapshot: row.snapshot as ContractSnapshot };
}
