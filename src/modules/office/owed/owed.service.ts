import { invariant } from '#kit/invariant.ts';
import type { DaySpan, NumberSpan } from '#kit/list/filter-grammar.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { addDays, daysBetween, type PlainDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import { reasonOf } from '#modules/billing/charges/failure-reasons.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { placeIds } from '#modules/orders/reading/list-places.service.ts';
import {
  amountSum,
  type AmountSum,
  type AskedOf,
  type ListDeps,
  type ReadList,
} from '#platform/db/list-reading.ts';
import { listWords } from '#modules/office/search/list-words.service.ts';
import { withOpenPhones } from '#modules/students/encrypted-texts.service.ts';
import { guardianName, guardiansOf } from '#modules/students/guardians.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { owedRowShape, type listOwed as listOwedCall, type OwedRow, type OwedSort } from './owed.contract.ts';
import { listedOwed, listOwedDetails, OWED_SORTS, type OwedRecord } from './owed.queries.ts';

export { countOwed, failedPaymentWork } from './owed.queries.ts';

/** Payments so many days late were due in these days. */
const dueDays = ({ from_n, thru_n }: NumberSpan, today: PlainDate): DaySpan => ({
  from: thru_n === undefined ? undefined : addDays(today, -thru_n),
  // A payment that failed ahead of its day is 0 days late.
  thru: from_n ? addDays(today, -from_n) : undefined,
});

/**
 * A page of the payments that are owed, with whom to call about them, and the sum of all of them. No child is
 * named.
 * @throws filter_invalid
 */
export async function listOwed(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listOwedCall> & Place<OwedSort>,
): ReadList<OwedRow, AmountSum> {
  const catalog = await sellingCatalog(db, clock.now());
  const today = clock.today();
  const listed = listedOwed({
    ...placeIds(catalog, asked),
    today,
    words: listWords(vault, asked.search),
    owed_since: asked.days_late && dueDays(asked.days_late, today),
    past_due: asked.past_due,
    states: asked.state,
  });
  const place = { sort, after, limit };
  const { amount_cents, ...page } = await listedPage(db, listed, {
    place,
    sort: OWED_SORTS[sort],
    found,
    countTo,
  });
  const names = namesOf(catalog);
  const rows = inOrderOf(page.rows, await listOwedDetails(db, page.rows));
  return {
    ...page,
    rows: rows.map((record) => ({ ...names.ofRoute(record.route_id), ...toOwedRow(vault, record, today) })),
    ...amountSum(amount_cents),
  };
}

type OwnFields = Omit<OwedRow, 'line' | 'program'>;

function toOwedRow(vault: Vault, { payment, order, ...record }: OwedRecord, today: PlainDate): OwnFields {
  const status = owedRowShape.shape.status.safeParse(payment.status).data;
  invariant(status, `a payment that is owed is ${payment.status}`);
  return {
    payment_id: payment.id,
    order_id: order.id,
    contract_number: record.contract_number,
    school: record.school,
    parent: { id: record.parent.id, name: fullName(record.parent) },
    payment_number: payment.number,
    amount_cents: payment.amount_cents,
    owed_since: payment.pay_on,
    days_late: Math.max(0, daysBetween(payment.pay_on, today)),
    status,
    reason: reasonOf(status, record.lastAttemptOf ?? undefined),
    next_try_on: payment.next_try_on,
    method: record.notified_method,
    is_past_due: isStuck(status) && payment.next_try_on === null,
    guardians: guardiansOf(withOpenPhones(vault, record.student)).map(
      ({ phone_mobile, email, ...person }) => ({
        name: guardianName(person),
        phone: phone_mobile,
        email,
      }),
    ),
  };
}
