import { and, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { auditLog } from '#db/tables/platform.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { readPriceSnapshot, type PriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import { STUCK } from '#modules/billing/payment.states.ts';

const isLive = (status: string) => LIVE_ORDERS.some((live) => live === status);

const placedColumns = {
  id: orders.id,
  student_id: orders.student_id,
  route_id: orders.route_id,
  user_id: orders.user_id,
  status: orders.status,
  client_key: orders.client_key,
  request_hash: orders.request_hash,
  created_at: orders.created_at,
  activated_at: orders.activated_at,
};

export type PlacedOrder = Pick<typeof orders.$inferSelect, keyof typeof placedColumns>;

export type RequestIdentity = Pick<PlacedOrder, 'client_key' | 'request_hash'>;

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'price_snapshot' | 'activated_at' | 'ended_at' | 'past_due'
>;

const insertOnce = prepared((db, order: Slots<NewOrder & { price_snapshot: PriceSnapshot }>) =>
  db.insert(orders).values(order).onConflictDoNothing().returning({ id: orders.id }),
);

/** Waits for an order inserted at the same moment. @returns undefined if another order was first (O2, O3) */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  price: PriceSnapshot,
): Promise<number | undefined> {
  const [row] = await insertOnce(tx, { ...order, price_snapshot: price });
  return row?.id;
}

type Place = { student_id: number; route_id: number };

const isLiveAt = ({ student_id, route_id }: Place | Slots<Place>) =>
  and(
    eq(orders.student_id, student_id),
    eq(orders.route_id, route_id),
    inArray(orders.status, [...LIVE_ORDERS]),
  );

type Asked = Place & { user_id: number; client_key: string };

/** A restored backup may lack the charge (S21). */
const knowsLostCharges = sql`exists (select from ${auditLog} where
  lower(${auditLog.action}) = 'billing.foreign_object' and ${auditLog.detail} ? 'customer')`;

const hasBought = (user_id: number | SQL) => sql`exists (select from ${orders} bought
  where bought.user_id = ${user_id}::bigint
    and bought.status in ('active', 'awaiting_aid', 'awaiting_check'))`;

// A single statement, because every checkout runs it.
const ordersOfRequest = prepared((db, { user_id, client_key, ...place }: Slots<Asked>) =>
  db
    .select({
      hasLostCharges: sql<boolean>`found.is_lost`,
      hasBought: sql<boolean>`found.has_bought`,
      order: placedColumns,
    })
    .from(sql`(select ${knowsLostCharges} as is_lost, ${hasBought(user_id)} as has_bought) found`)
    .leftJoin(orders, or(isOfKey(user_id, client_key), isLiveAt(place))),
);

const isOfKey = (user_id: number | SQL, client_key: string | SQL) =>
  and(eq(orders.user_id, user_id), eq(orders.client_key, client_key));

export type EarlierOrders = {
  ofKey: PlacedOrder | undefined;
  ofPlace: PlacedOrder | undefined;
  /** true for a lost charge of any family, not only of this family */
  hasLostCharges: boolean;
  /** the family has another contract; a new method may pay the later payments of that contract */
  hasBought: boolean;
};

/** A request may have made either order already (O3, I7). */
export async function findEarlierOrders(
  db: Db,
  { user_id, client_key, ...place }: Asked,
): Promise<EarlierOrders> {
  const found = await ordersOfRequest(db, { user_id, client_key, ...place });
  const rows = found.flatMap(({ order }) => order ?? []);
  return {
    hasLostCharges: found.some(({ hasLostCharges }) => hasLostCharges),
    hasBought: found.some((one) => one.hasBought),
    ofKey: rows.find((row) => row.user_id === user_id && row.client_key === client_key),
    ofPlace: rows.find(
      ({ student_id, route_id, status }) =>
        student_id === place.student_id && route_id === place.route_id && isLive(status),
    ),
  };
}

export async function findOrderByKey(
  db: Db,
  user_id: number,
  client_key: string,
): Promise<PlacedOrder | undefined> {
  const [row] = await db.select(placedColumns).from(orders).where(isOfKey(user_id, client_key));
  return row;
}

export async function findPlacedOrder(
  db: Db,
  user_id: number,
  order_id: number,
): Promise<PlacedOrder | undefined> {
  const [row] = await db
    .select(placedColumns)
    .from(orders)
    .where(and(eq(orders.user_id, user_id), eq(orders.id, order_id)));
  return row;
}

export async function findLiveOrder(
  db: Db,
  student_id: number,
  route_id: number,
): Promise<PlacedOrder | undefined> {
  const [row] = await db.select(placedColumns).from(orders).where(isLiveAt({ student_id, route_id }));
  return row;
}

/** M4 */
export const cameAbout = isNotNull(orders.activated_at);

/** The order came about, or keeps a seat until the aid is decided or the check has come (A6, OF3.7). */
export const holdsStudent = or(cameAbout, inArray(orders.status, ['awaiting_aid', 'awaiting_check']));

/** Staff may have ended an order awaiting aid (A6). */
export const isShown = or(cameAbout, inArray(orders.status, ['awaiting_aid', 'cancelled']));

/** A family finds an order that waits for its check among its offers (OF3.7). */
export const isShownToStaff = or(isShown, eq(orders.status, 'awaiting_check'));

export const wasActivatedBefore = (at: Date) => lt(orders.activated_at, at);

const signedPrice = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db.select({ snapshot: orders.price_snapshot }).from(orders).where(eq(orders.id, order_id)),
);

/** C4 */
export async function getSignedPrice(db: Db, order_id: number): Promise<PriceSnapshot> {
  const [row] = await signedPrice(db, { order_id });
  invariant(row, `order ${order_id} exists`);
  return readPriceSnapshot(row.snapshot);
}

const heldColumns = {
  id: orders.id,
  user_id: orders.user_id,
  status: orders.status,
  route_id: orders.route_id,
  period_id: orders.period_id,
  program_group_id: orders.program_group_id,
  left_method_id: orders.left_method_id,
};

export type HeldByOrder = Pick<typeof orders.$inferSelect, keyof typeof heldColumns>;

/** Every change to an order and to the order's money takes this lock first. */
export async function lockOrder(tx: Tx, order_id: number): Promise<HeldByOrder> {
  const [row] = await tx.select(heldColumns).from(orders).where(eq(orders.id, order_id)).for('update');
  invariant(row, `order ${order_id} exists`);
  return row;
}

const activate = prepared((db, { order_id, at }: Slots<{ order_id: number; at: Date }>) =>
  db.execute(sql`
    with activated as (
      update ${orders} set status = 'active', activated_at = ${at}::timestamptz
      where id = ${order_id} and status = 'pending_payment' returning id, period_id, program_group_id
    )
    update ${contracts} set contract_number =
      next_contract_number(activated.period_id, activated.program_group_id, ${contracts.snapshot})
    from activated where ${contracts.order_id} = activated.id`),
);

/**
 * The counter of the contract numbers stays locked until the transaction ends. Only an order in
 * `pending_payment` changes.
 */
export async function activateOrder(tx: Tx, order_id: number, at: Date): Promise<void> {
  await activate(tx, { order_id, at });
}

/** @param isLeft  the signed method pays later payments too; if false, the order forgets the method */
export async function startFirstCharge(tx: Tx, order_id: number, isLeft: boolean): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending_payment', ...(!isLeft && { left_method_id: null }) })
    .where(and(eq(orders.id, order_id), eq(orders.status, 'awaiting_aid')));
}

/** The office has received what the order waited for (OF3.7). */
export async function beginActivation(tx: Tx, order_id: number): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending_payment' })
    .where(and(eq(orders.id, order_id), eq(orders.status, 'awaiting_check')));
}

export async function endOrder(
  tx: Tx,
  order_id: number,
  end: { status: 'payment_failed' | 'cancelled'; at: Date },
): Promise<void> {
  await tx.update(orders).set({ status: end.status, ended_at: end.at }).where(eq(orders.id, order_id));
}

const isStuck = inArray(payments.status, [...STUCK]);

// The condition avoids writing an unchanged row: rows are wide, and a successful charge rarely changes them.
const changePastDue = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db.execute(sql`update ${orders} set past_due = not past_due
    where ${orders.id} = ${order_id} and past_due <> exists (
      select 1 from ${payments} where ${payments.order_id} = ${orders.id}
        and ${isStuck} and ${payments.next_try_on} is null)`),
);

/**
 * Past due: a payment has failed and no day is set for another attempt (M7). The caller has locked the order.
 */
export async function refreshPastDue(tx: Tx, order_id: number): Promise<void> {
  await changePastDue(tx, { order_id });
}
