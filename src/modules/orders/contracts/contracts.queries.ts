import { eq } from 'drizzle-orm';
import { contractFinancialAid, contracts, orders } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PriceSnapshot } from './price-snapshot.ts';
import type { ContractSnapshot } from '#modules/orders/contract-snapshot.ts';

/** What the number of a contract is made from. */
export async function getSigned(
  tx: Tx,
  orderId: number,
): Promise<{ snapshot: ContractSnapshot; aid_code_id: number | null }> {
  const [row] = await tx
    .select({ snapshot: contracts.snapshot, aid_code_id: contractFinancialAid.financialAidCodeId })
    .from(contracts)
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contractId, contracts.id))
    .where(eq(contracts.orderId, orderId));
  invariant(row, `order ${orderId} has a contract`);
  return { snapshot: row.snapshot as ContractSnapshot, aid_code_id: row.aid_code_id };
}

/** The price as an order signed it (C4). */
export async function getSignedPrice(db: Db, orderId: number): Promise<PriceSnapshot> {
  const [row] = await db
    .select({ snapshot: orders.priceSnapshot })
    .from(orders)
    .where(eq(orders.id, orderId));
  invariant(row, `order ${orderId} exists`);
  return row.snapshot as PriceSnapshot;
}
