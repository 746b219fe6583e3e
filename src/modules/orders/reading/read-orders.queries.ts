import { and, count, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { products } from '#db/tables/catalog.ts';
import { acceptances, acceptedTexts, contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import type { OrderRecord } from './order-response.ts';
import type { ContractSnapshot } from '#modules/orders/contract-snapshot.ts';

const recordColumns = {
  id: orders.id,
  created_at: orders.createdAt,
  status: orders.status,
  product_name: products.name,
  contract_number: contracts.contractNumber,
  notes: contracts.notes,
  notes_additional: contracts.notesAdditional,
  base_contract_cost: contracts.baseContractCostCents,
  snapshot: contracts.snapshot,
};

// An order is shown once its first transaction has succeeded, which is what activated it (M4).
const isShown = isNotNull(orders.activatedAt);

async function readOrders(db: Db, where: ReturnType<typeof and>): Promise<OrderRecord[]> {
  const rows = await db
    .select(recordColumns)
    .from(orders)
    .innerJoin(contracts, eq(contracts.orderId, orders.id))
    .innerJoin(products, eq(products.id, orders.productId))
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id));
  return rows.map(({ status, snapshot, ...row }) => ({
    ...row,
    is_active: status === 'active',
    snapshot: snapshot as ContractSnapshot,
  }));
}

/** The orders of a family, newest first. */
export async function listShownOrders(db: Db, userId: number): Promise<OrderRecord[]> {
  return readOrders(db, and(isShown, eq(orders.userId, userId)));
}

/** @param userId  null reads for staff, whoever's order it is */
export async function findShownOrder(
  db: Db,
  orderId: number,
  userId: number | null,
): Promise<OrderRecord | undefined> {
  const [order] = await readOrders(
    db,
    and(isShown, eq(orders.id, orderId), userId === null ? undefined : eq(orders.userId, userId)),
  );
  return order;
}

/** The texts that an order accepted, in the order in which they were written down (O4). */
export async function listAcceptedTexts(db: Db, orderId: number) {
  return db
    .select({ kind: acceptances.kind, html: acceptedTexts.html, acceptedAt: acceptances.acceptedAt })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.textHash))
    .where(eq(acceptances.orderId, orderId))
    .orderBy(acceptances.id);
}

/** How many shown orders each student has; a student with none is left out. */
export async function countShownOrders(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  if (studentIds.length === 0) return new Map();
  const rows = await db
    .select({ studentId: orders.studentId, orders: count() })
    .from(orders)
    .where(and(isShown, inArray(orders.studentId, [...studentIds])))
    .groupBy(orders.studentId);
  return new Map(rows.map((row) => [row.studentId, row.orders]));
}
