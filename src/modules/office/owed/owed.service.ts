import { invariant } from '#kit/invariant.ts';
import { cents, sum } from '#kit/money.ts';
import { daysBetween, type PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { reasonOf } from '#modules/billing/charges/failure-reasons.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { withOpenPhones } from '#modules/students/encrypted-texts.service.ts';
import { guardiansOf } from '#modules/students/guardians.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { totalOf, type Place } from '#kit/list/list-endpoint.ts';
import { pageOf } from '#platform/db/page-of-rows.ts';
import { owedRowShape, type OwedPage, type OwedRow, type OwedSort } from './owed.contract.ts';
import { listOwedRows, sumOwedBySchool, type OwedRecord } from './owed.queries.ts';

export { countOwed } from './owed.queries.ts';

type OwedQuery = Place<OwedSort> & { school: string };

/**
 * A page of the payments that are owed, with whom to call about them, and the sum of all of them. No child is
 * named.
 * @throws Refusal school_unknown
 */
export async function listOwed(
  { db, vault }: { db: Db; vault: Vault },
  today: PlainDate,
  { school, ...place }: OwedQuery,
): Promise<OwedPage> {
  const [found, schools] = await atOnce([
    listOwedRows(db, { today, school, ...place }),
    sumOwedBySchool(db, today),
  ]);
  const chosen = school === '' ? schools : schools.filter(({ path }) => path === school);
  if (chosen.length === 0) throw refuseField(officeRefusals.school_unknown, 'school');
  const { rows, next } = pageOf(found, place, ({ keys }) => keys);
  const total = totalOf(chosen.reduce((n, { payments }) => n + (payments ?? 0), 0));
  return {
    rows: rows.map((record) => toOwedRow(vault, record, today)),
    ...total,
    ...(!total.is_total_capped && {
      sums: { amount_cents: sum(chosen.map((one) => one.cents ?? cents(0))) },
    }),
    schools: schools.filter(({ path, payments }) => payments !== null || path === school),
    next,
  };
}

function toOwedRow(vault: Vault, { payment, order, ...record }: OwedRecord, today: PlainDate): OwedRow {
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
    is_past_due: isStuck(status) && payment.next_try_on === null,
    guardians: guardiansOf(withOpenPhones(vault, record.student)).map(
      ({ phone_mobile, email, ...person }) => ({
        name: [person.first_name, person.last_name].filter(Boolean).join(' '),
        phone: phone_mobile,
        email,
      }),
    ),
  };
}
