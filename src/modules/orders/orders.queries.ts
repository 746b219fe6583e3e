import { and, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { auditLog } from '#db/tables/platform.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders.ts';
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

/** An order with what decides how a repeated request is answered (O2, O3). */
export type PlacedOrder = Pick<typeof orders.$inferSelect, keyof typeof placedColumns>;

/** How a request is known again (O3). */
export type RequestIdentity = Pick<PlacedOrder, 'client_key' | 'request_hash'>;

export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'price_snapshot' | 'activated_at' | 'ended_at' | 'past_due'
>;

const insertOnce = prepared((db, order: Slots<NewOrder & { price_snapshot: PriceSnapshot }>) =>
  db.insert(orders).values(order).onConflictDoNothing().returning({ id: orders.id }),
);

/**
 * Writes an order, unless its student already has a live one on the route or its key is taken. It
 * waits for an order that is being written at the same moment.
 * @returns undefined when another order was there first (O2, O3)
 */
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

/** Somebody was charged for what is not here, as after a backup was put back, seen to or not (S21). */
const knowsLostCharges = sql`exists (select from ${auditLog} where
  lower(${auditLog.action}) = 'billing.foreign_object' and ${auditLog.detail} ? 'customer')`;

const hasBought = (user_id: number | SQL) => sql`exists (select from ${orders} bought
  where bought.user_id = ${user_id}::bigint and bought.status in ('active', 'awaiting_aid'))`;

// One question for all, as every checkout asks it.
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
  /** a family has been charged for what is not here; whether it is this one is another question */
  hasLostCharges: boolean;
  /** this family has another contract, whose later payments a new method may pay */
  hasBought: boolean;
};

/**
 * The orders that a request may have made already: the one of its key, and the one that holds its student's
 * place on the route (O3, I7).
 */
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

/** An order of this family, whatever became of it. */
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

/** The order that holds a student's place on a route (I7). */
export async function findLiveOrder(
  db: Db,
  student_id: number,
  route_id: number,
): Promise<PlacedOrder | undefined> {
  const [row] = await db.select(placedColumns).from(orders).where(isLiveAt({ student_id, route_id }));
  return row;
}

/** Its first transaction has succeeded, which is what activated it (M4). */
export const cameAbout = isNotNull(orders.activated_at);

/** Its child cannot be removed: it came about, or keeps a seat until its aid is decided (A6). */
export const holdsStudent = or(cameAbout, eq(orders.status, 'awaiting_aid'));

/** An order is shown once it came about, while it awaits its aid, and when staff have ended it then (A6). */
export const isShown = or(cameAbout, inArray(orders.status, ['awaiting_aid', 'cancelled']));

export const wasActivatedBefore = (at: Date) => lt(orders.activated_at, at);

const signedPrice = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db.select({ snapshot: orders.price_snapshot }).from(orders).where(eq(orders.id, order_id)),
);

/** The price as an order signed it (C4). */
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

/** What an order holds until its first charge is decided. */
export type HeldByOrder = Pick<typeof orders.$inferSelect, keyof typeof heldColumns>;

/** Locks an order, the first lock of every change to it and to its money. */
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
 * Makes an order active that waits for its first payment, and gives its contract the next number of its
 * period and school. That counter is locked until the transaction ends. Changes nothing of an order that
 * waits no more.
 */
export async function activateOrder(tx: Tx, order_id: number, at: Date): Promise<void> {
  await activate(tx, { order_id, at });
}

/**
 * An order that has waited for its aid goes on as at checkout: its method pays now.
 * @param isLeft  it pays later too, as it was signed
 */
export async function startFirstCharge(tx: Tx, order_id: number, isLeft: boolean): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending_payment', ...(!isLeft && { left_method_id: null }) })
    .where(and(eq(orders.id, order_id), eq(orders.status, 'awaiting_aid')));
}

export async function endOrder(
  tx: Tx,
  order_id: number,
  end: { status: 'payment_failed' | 'cancelled'; at: Date },
): Promise<void> {
  await tx.update(orders).set({ status: end.status, ended_at: end.at }).where(eq(orders.id, order_id));
}

const isStuck = inArray(payments.status, [...STUCK]);

// A row that stays as it is is not written: it is wide, and a charge that succeeds mostly changes nothing.
const changePastDue = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db.execute(sql`update ${orders} set past_due = not past_due
    where ${orders.id} = ${order_id} and past_due <> exists (
      select 1 from ${payments} where ${payments.order_id} = ${orders.id}
        and ${isStuck} and ${payments.next_try_on} is null)`),
);

/**
 * An order is past due while one of its payments has failed and no day is set for another attempt (M7). Its
 * row is locked already.
 */
export async function refreshPastDue(tx: Tx, order_id: number): Promise<void> {
  await changePastDue(tx, { order_id });
}
