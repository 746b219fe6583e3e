import { dayIn } from '#kit/plain-date.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import { listWords } from '#modules/office/search/list-words.service.ts';
import {
  amountSum,
  type AmountSum,
  type AskedOf,
  type ListDeps,
  type ReadList,
} from '#platform/db/list-reading.ts';
import type { listPaymentRows, PaymentListRow, PaymentListSort } from './payment-list.contract.ts';
import { listedPayments, listPaymentDetails, PAYMENT_SORTS } from './payment-list.queries.ts';
import { daysOf, instantsOf } from '#kit/list/list-days.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { placeIds } from '#modules/orders/reading/list-places.service.ts';

/**
 * A page of the payments (OF1.10).
 * @throws filter_invalid
 */
export async function listPayments(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listPaymentRows> & Place<PaymentListSort>,
): ReadList<PaymentListRow, AmountSum> {
  const catalog = await sellingCatalog(db, clock.now());
  const listed = listedPayments({
    ...placeIds(catalog, asked),
    ...asked,
    words: listWords(vault, asked.search),
    states: asked.state,
    due_on: daysOf(asked.due_on, clock),
    paid_on: instantsOf(asked.paid_on, clock),
    purposes: asked.purpose,
  });
  const place = { sort, after, limit };
  const { amount_cents, ...page } = await listedPage(db, listed, {
    place,
    sort: PAYMENT_SORTS[sort],
    found,
    countTo,
  });
  const names = namesOf(catalog);
  const dayOf = (at: Date | null) => at && dayIn(clock.time_zone, at);
  const rows = inOrderOf(page.rows, await listPaymentDetails(db, page.rows)).map(
    ({ route_id, notified_method, paid_at, settled_at, ...payment }): PaymentListRow => ({
      ...payment,
      ...names.ofRoute(route_id),
      method: paid_at || payment.status === 'cancelled' ? null : notified_method,
      paid_on: dayOf(paid_at),
      settled_on: dayOf(settled_at),
    }),
  );
  return {
    ...page,
    rows,
    ...amountSum(amount_cents),
  };
}
