import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { products } from '#db/tables/catalog.ts';
import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import { acceptances, contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { isShown } from '#modules/orders/orders.queries.ts';
import type { OrderRecord } from './order-response.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';

const recordColumns = {
  id: orders.id,
  created_at: orders.created_at,
  status: orders.status,
  product_name: products.name,
  contract: contracts,
};

async function readOrders(db: Db, where: ReturnType<typeof and>): Promise<OrderRecord[]> {
  const rows = await db
    .select(recordColumns)
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(products, eq(products.id, orders.product_id))
    .where(where)
    .orderBy(desc(orders.created_at), desc(orders.id));
  return rows.map(({ status, contract, ...row }) => ({
    ...contract,
    ...row,
    is_active: status === 'active',
    base_contract_cost: contract.base_contract_cost_cents,
    snapshot: readContractSnapshot(contract.snapshot),
  }));
}

export async function listShownOrders(db: Db, user_id: number): Promise<OrderRecord[]> {
  return readOrders(db, and(isShown, eq(orders.user_id, user_id)));
}

/** @param userId  null reads any family's order, for staff */
export async function findShownOrder(
  db: Db,
  order_id: number,
  user_id: number | null,
): Promise<OrderRecord | undefined> {
  const [order] = await readOrders(
    db,
    and(isShown, eq(orders.id, order_id), user_id === null ? undefined : eq(orders.user_id, user_id)),
  );
  return order;
}

/** The texts that an order accepted, in the order in which they were written down (O4). */
export async function listAcceptedTexts(db: Db, order_id: number) {
  return db
    .select({ kind: acceptances.kind, html: acceptedTexts.html, accepted_at: acceptances.accepted_at })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .where(eq(acceptances.order_id, order_id))
    .orderBy(acceptances.id);
}

/** How many shown orders each student has; a student with none is left out. */
export async function countShownOrders(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  if (studentIds.length === 0) return new Map();
  const rows = await db
    .select({ student_id: orders.student_id, orders: count() })
    .from(orders)
    .where(and(isShown, inArray(orders.student_id, [...studentIds])))
    .groupBy(orders.student_id);
  return new Map(rows.map((row) => [row.student_id, row.orders]));
}
