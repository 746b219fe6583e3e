import { and, count, desc, eq, exists, gt, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { products } from '#db/tables/catalog/catalog.ts';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { signedCopies } from '#db/tables/documents/documents.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { reassignApprovals, refundRequests } from '#db/tables/orders/order-requests.ts';
import { pick } from '#kit/pick.ts';
import { isAnyFoundBy, isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { holdsStudent, isShown, isShownToStaff } from '#modules/orders/orders.queries.ts';
import type { AppliedAmendment, OrderRecord, StaffPlaced } from './order-response.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { readPriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import { termTotal } from '#modules/pricing/term-total.ts';

const recordColumns = {
  id: orders.id,
  created_at: orders.created_at,
  student_id: orders.student_id,
  status: orders.status,
  product_name: products.name,
  contract: contracts,
  refund: refundRequests,
  approval: reassignApprovals,
  aid: {
    to_confirm: contractFinancialAid.to_confirm,
    outcome: contractFinancialAid.outcome,
    reason: contractFinancialAid.reason,
  },
  staff_placed: sql<StaffPlaced | null>`(select jsonb_build_object(
      'staff', ${users.first_name} || ' ' || ${users.last_name},
      'accepted_at', (select min(own.accepted_at) from acceptances own
        where own.order_id = ${orders.id} and own.placed_by_id is null and own.amendment_id is null))
    from ${acceptances} join ${users} on ${users.id} = ${acceptances.placed_by_id}
    where ${acceptances.order_id} = ${orders.id} limit 1)`,
  /** the contract after the last applied amendment; null for a contract as signed */
  in_force: sql<unknown>`(select ${contractAmendments.snapshot_after} from ${contractAmendments}
    where ${contractAmendments.order_id} = ${orders.id} and ${contractAmendments.state} = 'applied'
    order by ${contractAmendments.number} desc limit 1)`,
  is_change_proposed: sql<boolean>`exists (select from ${contractAmendments}
    where ${contractAmendments.order_id} = ${orders.id} and ${contractAmendments.state} = 'proposed')`,
  amendments: sql<AppliedAmendment[] | null>`(select jsonb_agg(jsonb_build_object(
      'id', ${contractAmendments.id}, 'number', ${contractAmendments.number},
      'applied_at', ${contractAmendments.applied_at}, 'accepted_at', ${contractAmendments.answered_at},
      'changes', coalesce(${contractAmendments.change} -> 'changes', '[]'))
      order by ${contractAmendments.number})
    from ${contractAmendments}
    where ${contractAmendments.order_id} = ${orders.id} and ${contractAmendments.state} = 'applied')`,
};

/** `any_id`: an order of any state, also one that was never paid. */
type Wanted = { order_id?: number; user_id?: number; any_id?: number };

const shownOrders = prepared((db, { order_id, user_id, any_id }: Slots<Wanted>) =>
  db
    .select(recordColumns)
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(products, eq(products.id, orders.product_id))
    .leftJoin(refundRequests, eq(refundRequests.order_id, orders.id))
    .leftJoin(reassignApprovals, eq(reassignApprovals.order_id, orders.id))
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contract_id, contracts.id))
    .where(
      and(
        any_id ? eq(orders.id, any_id) : user_id ? isShown : isShownToStaff,
        order_id && eq(orders.id, order_id),
        user_id && eq(orders.user_id, user_id),
      ),
    )
    .orderBy(desc(orders.created_at), desc(orders.id)),
);

type RecordRow = Awaited<ReturnType<typeof shownOrders>>[number];

const toRecord = ({ status, contract, in_force, amendments, ...row }: RecordRow): OrderRecord => {
  const snapshot = readContractSnapshot(in_force ?? contract.snapshot);
  return {
    ...contract,
    ...row,
    amendments: amendments ?? [],
    is_active: status === 'active',
    is_aid_awaited: status === 'awaiting_aid',
    base_contract_cost: termTotal(snapshot.payment_term),
    snapshot,
    signed_snapshot: readContractSnapshot(contract.snapshot),
  };
};

async function readOrders(db: Db, wanted: Wanted): Promise<OrderRecord[]> {
  return (await shownOrders(db, wanted)).map(toRecord);
}

export async function listShownOrders(db: Db, user_id: number): Promise<OrderRecord[]> {
  return readOrders(db, { user_id });
}

/** @param user_id  null reads any family's order, for staff */
export async function findShownOrder(
  db: Db,
  order_id: number,
  user_id: number | null,
): Promise<OrderRecord | undefined> {
  const [order] = await readOrders(db, user_id === null ? { order_id } : { order_id, user_id });
  return order;
}

export async function findAnyOrder(db: Db, order_id: number): Promise<OrderRecord | undefined> {
  const [order] = await readOrders(db, { any_id: order_id });
  return order;
}

const account = alias(users, 'account');

const confirmedOrder = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({
      ...recordColumns,
      price: orders.price_snapshot,
      is_on_paper: orders.is_on_paper,
      account: pick(account, ['email', 'email_verified_at', 'disabled_at']),
      has_copy: sql<boolean>`exists (select from ${signedCopies}
        where ${signedCopies.order_id} = ${orders.id} and ${signedCopies.amendment_id} is null)`,
    })
    .from(orders)
    .innerJoin(account, eq(account.id, orders.user_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(products, eq(products.id, orders.product_id))
    .leftJoin(refundRequests, eq(refundRequests.order_id, orders.id))
    .leftJoin(reassignApprovals, eq(reassignApprovals.order_id, orders.id))
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contract_id, contracts.id))
    .where(and(isShown, eq(orders.id, order_id))),
);

/** A single statement, because every order has this mail. */
export async function findConfirmedOrder(db: Db, order_id: number) {
  const [row] = await confirmedOrder(db, { order_id });
  if (!row) return undefined;
  const { price, account: reader, has_copy, is_on_paper, ...record } = row;
  const order = toRecord(record);
  return { order, price: readPriceSnapshot(price), account: reader, has_copy, is_on_paper };
}

/** O4 */
export async function listAcceptedTexts(db: Db, order_id: number) {
  return db
    .select({
      kind: acceptances.kind,
      html: acceptedTexts.html,
      hash: acceptances.text_hash,
      is_named: acceptances.is_named,
      placed_by: pick(users, ['first_name', 'last_name']),
      accepted_at: acceptances.accepted_at,
    })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .leftJoin(users, eq(users.id, acceptances.placed_by_id))
    .where(and(eq(acceptances.order_id, order_id), isNull(acceptances.amendment_id)))
    .orderBy(acceptances.id);
}

const countsOf = prepared((db, { student_ids }: Slots<{ student_ids: readonly number[] }>) =>
  db
    .select({ student_id: orders.student_id, orders: count() })
    .from(orders)
    .where(and(holdsStudent, isAnyOf(orders.student_id, student_ids)))
    .groupBy(orders.student_id),
);

export async function countShownOrders(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  if (studentIds.length === 0) return new Map();
  const rows = await countsOf(db, { student_ids: studentIds });
  return new Map(rows.map((row) => [row.student_id, row.orders]));
}

function boughtSince(db: Db) {
  const bought = alias(orders, 'bought');
  return db
    .select({ one: sql`1` })
    .from(bought)
    .where(
      and(
        eq(bought.student_id, orders.student_id),
        eq(bought.route_id, orders.route_id),
        isNotNull(bought.activated_at),
        gt(bought.created_at, orders.created_at),
      ),
    );
}

function firstPaymentsOf(db: Db, user_id: number) {
  const theirs = db.select({ id: orders.id }).from(orders).where(eq(orders.user_id, user_id));
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isAnyFoundBy(payments.order_id, theirs), eq(payments.payment_number, 1)));
}

const wasUnconfirmed = or(eq(chargeAttempts.state, 'not_found'), gt(chargeAttempts.replays, 0));

const unconfirmedColumns = {
  order: pick(orders, ['id', 'student_id', 'route_id', 'status', 'created_at', 'ended_at']),
  attempt: chargeAttempts,
  method: pick(paymentMethods, ['brand', 'last_4']),
  snapshot: contracts.snapshot,
};

/** Leaves out a checkout followed by a contract of the same student and route (O10). */
export async function listUnconfirmed(db: Db, user_id: number, after: Date) {
  const isOpen = eq(orders.status, 'pending_payment');
  const hasFailed = and(
    eq(orders.status, 'payment_failed'),
    gt(orders.ended_at, after),
    wasUnconfirmed,
    not(exists(boughtSince(db))),
  );
  const rows = await db
    .select(unconfirmedColumns)
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(payments, and(eq(payments.order_id, orders.id), eq(payments.payment_number, 1)))
    .innerJoin(chargeAttempts, eq(chargeAttempts.payment_id, payments.id))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .where(
      and(
        eq(orders.user_id, user_id),
        isAnyFoundBy(chargeAttempts.payment_id, firstPaymentsOf(db, user_id)),
        or(isOpen, hasFailed),
      ),
    )
    .orderBy(desc(orders.id));
  return rows.map((row) => ({ ...row, snapshot: readContractSnapshot(row.snapshot) }));
}

export async function findNotCharged(db: Db, order_id: number) {
  const [row] = await db
    .select({
      status: orders.status,
      route_id: orders.route_id,
      snapshot: contracts.snapshot,
      params: chargeAttempts.params,
    })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(payments, and(eq(payments.order_id, orders.id), eq(payments.payment_number, 1)))
    .innerJoin(chargeAttempts, eq(chargeAttempts.payment_id, payments.id))
    .where(eq(orders.id, order_id));
  if (row?.status !== 'payment_failed') return undefined;
  const { params, route_id } = row;
  return { amount_cents: params.amount_cents, route_id, snapshot: readContractSnapshot(row.snapshot) };
}

export type StoredRefundRequest = typeof refundRequests.$inferSelect;

export async function findRefundRequestOf(
  db: Db,
  order_id: number,
): Promise<StoredRefundRequest | undefined> {
  const [row] = await db.select().from(refundRequests).where(eq(refundRequests.order_id, order_id));
  return row;
}
