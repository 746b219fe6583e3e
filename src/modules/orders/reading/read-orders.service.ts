import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { pricedAsSigned } from '#modules/pricing/price-snapshot.ts';
import { getSignedPrice } from '#modules/orders/orders.queries.ts';
import { hasRight, FAMILY } from '#kit/endpoint/right.ts';
import { invariant } from '#kit/invariant.ts';
import { sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { requestWindowsOf } from '#modules/catalog/periods/periods.service.ts';
import { moneyOfOrders, type MoneyOfOrder } from '#modules/billing/ledger/money-of-orders.service.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { DAY_MS } from '#kit/durations.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { withLaterAcceptances } from './later-acceptances.ts';
import type { SignedContract } from './signed-contract.contract.ts';
import type { UnconfirmedOrder } from './unconfirmed-orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { toOrderResponse, type OrderRecord, type Requests } from './order-response.ts';
import {
  countShownOrders,
  findAnyOrder,
  findShownOrder,
  listAcceptedTexts,
  listShownOrders,
  listUnconfirmed,
} from './read-orders.queries.ts';
import { toRefundRequestResponse, windowsOf } from './request-response.ts';

type Deps = { db: Db; vault: Vault };

type Money = Map<number, MoneyOfOrder>;

function responder(
  { viewer, vault }: { viewer: Viewer; vault: Vault },
  money: Money,
  catalog: Catalog,
): (order: OrderRecord) => Order {
  const requestsOf = requestsReader(catalog);
  return (order) =>
    toOrderResponse(
      { ...order, snapshot: openContract(vault, order) },
      { money: money.get(order.id)!, requests: requestsOf(order) },
      viewer,
    );
}

function requestsReader(catalog: Catalog): (order: OrderRecord) => Requests {
  const periods = new Map(requestWindowsOf(catalog).map((period) => [period.id, period]));
  return ({ id, snapshot, refund, approval }) => {
    const period = periods.get(snapshot.period.id);
    invariant(period, `the school year of order ${id} exists`);
    const { id: program_id } = snapshot.program;
    const sale = catalog.period_programs.find(
      (one) => one.period_id === period.id && one.program_id === program_id,
    );
    // Programs without instructions take no checks (contracts.md §9).
    const is_by_check = catalog.programs.some((one) => one.id === program_id && one.check_text !== null);
    const request_windows = windowsOf(period, sale && { ...sale, is_by_check });
    return {
      order_refund_request: refund && toRefundRequestResponse(refund),
      order_reassign_approval: approval && { requested_at: approval.requested_at.toISOString() },
      request_windows,
    };
  };
}

export async function listOrdersOf({ db, vault }: Deps, viewer: Viewer): Promise<Order[]> {
  return onOneConnection(db, async (one) => {
    const [orders, catalog] = await atOnce([listShownOrders(one, viewer.user_id), currentCatalog(one)]);
    const ids = orders.map(({ id }) => id);
    return orders.map(responder({ viewer, vault }, await moneyOfOrders(one, ids, viewer), catalog));
  });
}

/**
 * Staff may read any family's order.
 * @throws order_not_found for an unknown order, another family's order, and an order not shown
 */
export async function readOrder(
  { db, vault }: Deps,
  viewer: Viewer,
  order_id: number,
  catalog?: Catalog,
): Promise<Order> {
  return onOneConnection(db, async (one) => {
    const [order, money, read] = await atOnce([
      getOrderFor(one, viewer, order_id),
      moneyOfOrders(one, [order_id], viewer),
      catalog ?? currentCatalog(one),
    ]);
    return responder({ viewer, vault }, money, read)(order);
  });
}

/**
 * For the office, in any state; the answer's shape cuts sums by the rights of the reader (OF10.5).
 * @throws order_not_found
 */
export async function readAnyOrder({ db, vault }: Deps, viewer: Viewer, order_id: number) {
  const [record, money, catalog] = await atOnce([
    findAnyOrder(db, order_id),
    moneyOfOrders(db, [order_id], viewer),
    currentCatalog(db),
  ]);
  if (!record) throw new Refusal(orderRefusals.order_not_found);
  return { record, catalog, order: responder({ viewer, vault }, money, catalog)(record) };
}

/**
 * Even staff read only an order of their own family.
 * @throws order_not_found
 */
export async function readOwnOrder(deps: Deps, viewer: Viewer, order_id: number): Promise<Order> {
  return readOrder(deps, { ...viewer, ...FAMILY }, order_id);
}

/**
 * As signed, even if the catalog has changed since (C4, W15).
 * @throws order_not_found as in `readOrder`
 */
export async function readSignedContract(db: Db, viewer: Viewer, order_id: number): Promise<SignedContract> {
  const { id, contract_number } = await getOrderFor(db, viewer, order_id);
  const texts = await listAcceptedTexts(db, id);
  const { later } = pricedAsSigned(await getSignedPrice(db, id));
  return {
    order_id: id,
    contract_number,
    later: later.map(({ pay_on, amount_cents, surcharge_cents, method }) => ({
      pay_on,
      total_cents: sum([amount_cents, surcharge_cents]),
      surcharge_cents,
      method,
    })),
    texts: withLaterAcceptances(texts).map(({ placed_by, accepted_at, hash, later, ...text }) => ({
      ...text,
      text_hash: hash.toString('hex'),
      family_accepted_at: later?.accepted_at.toISOString() ?? null,
      placed_by: placed_by && fullName(placed_by),
      accepted_at: accepted_at.toISOString(),
    })),
  };
}

/** An order shows sums: a family finds its own, staff with the right to money find every order. */
export const findOrderFor = (db: Db, viewer: Viewer, order_id: number): Promise<OrderRecord | undefined> =>
  findShownOrder(db, order_id, hasRight(viewer, 'money') ? null : viewer.user_id);

/** @throws Refusal order_not_found */
export async function getOrderFor(db: Db, viewer: Viewer, order_id: number): Promise<OrderRecord> {
  const order = await findOrderFor(db, viewer, order_id);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  return order;
}

const DAYS_SHOWN = 30;

/** O10 */
export async function listUnconfirmedOf(db: Db, now: Date, viewer: Viewer): Promise<UnconfirmedOrder[]> {
  const after = new Date(now.getTime() - DAYS_SHOWN * DAY_MS);
  const rows = await listUnconfirmed(db, viewer.user_id, after);
  return rows.map(({ order, attempt, method, snapshot }) => ({
    order_id: order.id,
    created_at: order.created_at.toISOString(),
    state: order.status === 'pending_payment' ? 'pending' : 'not_charged',
    ended_at: order.ended_at?.toISOString() ?? null,
    student_id: order.student_id,
    student: snapshot.student,
    route_id: order.route_id,
    route: signedRouteName(snapshot.route),
    program_group: snapshot.program_group,
    amount_cents: attempt.params.amount_cents,
    method: { brand: method.brand, ident: `****${method.last_4}` },
  }));
}

export function contractCounts(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  return countShownOrders(db, studentIds);
}
