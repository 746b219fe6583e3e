import { dayIn } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
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
import type { listRefundRows, RefundListRow, RefundListSort } from './refund-list.contract.ts';
import { listedRefunds, listRefundDetails, listRefunders, REFUND_SORTS } from './refund-list.queries.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import { knownIds, placeIds } from '#modules/orders/reading/list-places.service.ts';

type Staff = { id: number; name: string }[];

/**
 * A page of the refunds (OF1.10), each a decision of staff with all its parts.
 * @throws filter_invalid
 */
export async function listRefunds(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listRefundRows> & Place<RefundListSort>,
): ReadList<RefundListRow, AmountSum & { staff: Staff }> {
  const staff = (await listRefunders(db)).map(({ id, ...name }) => ({ id, name: fullName(name) }));
  const listed = listedRefunds({
    ...placeIds(await sellingCatalog(db, clock.now()), asked),
    words: listWords(vault, asked.search),
    states: asked.state,
    ways: asked.way,
    day: instantsOf(asked.day, clock),
    by: knownIds('by', asked.by, staff),
  });
  const query = { place: { sort, after, limit }, sort: REFUND_SORTS[sort], found, countTo };
  const { amount_cents, ...page } = await listedPage(db, listed, query);
  const rows = inOrderOf(page.rows, await listRefundDetails(db, page.rows)).map(
    ({ created_at, asker, approver, ...refund }): RefundListRow => ({
      ...refund,
      made_on: dayIn(clock.time_zone, created_at),
      asked_by: asker && fullName(asker),
      approved_by: fullName(approver),
    }),
  );
  return { ...page, rows, ...amountSum(amount_cents), staff };
}
