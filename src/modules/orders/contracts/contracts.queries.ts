import { eq } from 'drizzle-orm';
import { contractFinancialAid, contracts, orders } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { readPriceSnapshot, type PriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import { readContractSnapshot, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

/** What the number of a contract is made from. */
export async function getSigned(
  tx: Tx,
  order_id: number,
): Promise<{ snapshot: ContractSnapshot; aid_code_id: number | null }> {
  const [row] = await tx
    .select({ snapshot: contracts.snapshot, aid_code_id: contractFinancialAid.financial_aid_code_id })
    .from(contracts)
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contract_id, contracts.id))
    .where(eq(contracts.order_id, order_id));
  invariant(row, `order ${order_id} has a contract`);
  return { snapshot: readContractSnapshot(row.snapshot), aid_code_id: row.aid_code_id };
}

/** The price as an order signed it (C4). */
export async function getSignedPrice(db: Db, order_id: number): Promise<PriceSnapshot> {
  const [row] = await db
    .select({ snapshot: orders.price_snapshot })
    .from(orders)
    .where(eq(orders.id, order_id));
  invariant(row, `order ${order_id} exists`);
  return readPriceSnapshot(row.snapshot);
}
