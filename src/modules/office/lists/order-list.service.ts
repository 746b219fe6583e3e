import { cents } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { pickupText } from '#modules/orders/pickup-text.ts';
import { listWords } from '#modules/office/search/list-words.service.ts';
import { atOnce } from '#platform/db/at-once.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import type { listOrderRows, OrderListRow, OrderListSort } from './order-list.contract.ts';
import {
  listedOrders,
  listOrderDetails,
  ORDER_SORTS,
  sumPaymentsOf,
  type OrderDetail,
} from './order-list.queries.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { knownIds, placeIds } from '#modules/orders/reading/list-places.service.ts';

/**
 * A page of the orders (OF1.10).
 * @throws filter_invalid
 */
export async function listOrders(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listOrderRows> & Place<OrderListSort>,
): ReadList<OrderListRow> {
  const catalog = await sellingCatalog(db, clock.now());
  const listed = listedOrders({
    ...placeIds(catalog, asked),
    ...asked,
    words: listWords(vault, asked.search),
    states: asked.state,
    terms: asked.term,
    plans: plansOf(catalog, asked.plan),
    signed: instantsOf(asked.signed, clock),
    in_force: instantsOf(asked.in_force, clock),
    ended: instantsOf(asked.ended, clock),
  });
  const page = await listedPage(db, listed, {
    place: { sort, after, limit },
    sort: ORDER_SORTS[sort],
    found,
    countTo,
  });
  const [details, sums] = await atOnce([listOrderDetails(db, page.rows), sumPaymentsOf(db, page.rows)]);
  const sumsOf = new Map(sums.map(({ order_id, ...of }) => [order_id, of]));
  const names = namesOf(catalog);
  const rows = inOrderOf(page.rows, details).map(
    ({ route_id, grade_id, payment_term_id, created_at, ...order }): OrderListRow => ({
      ...order,
      ...names.ofRoute(route_id),
      grade: names.grade(grade_id),
      term: names.term(payment_term_id),
      signed_on: dayIn(clock.time_zone, created_at),
      special_request: order.special_request || null,
      pickup: pickupText(order),
      discount_cents: order.discount_cents ?? cents(0),
      ...scheduleOf(order, sumsOf.get(order.id)),
    }),
  );
  return { ...page, rows };
}

/** @throws filter_invalid */
const plansOf = ({ payment_terms }: SellingCatalog, ids: readonly number[] | undefined) =>
  knownIds('plan', ids, payment_terms)?.map((id) => payment_terms.find((term) => term.id === id)!.name);

type Sums = Omit<Awaited<ReturnType<typeof sumPaymentsOf>>[number], 'order_id'>;

/** An order that is not active has no next payment (MC4). */
function scheduleOf({ status }: Pick<OrderDetail, 'status'>, sums: Sums | undefined): Sums {
  const none = { next_payment_on: null, next_method: null };
  if (!sums) return { total_cents: cents(0), ...none };
  return status === 'active' ? sums : { ...sums, ...none };
}
