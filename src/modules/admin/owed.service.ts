import { invariant } from '#kit/invariant.ts';
import { daysBetween, type PlainDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import { reasonOf } from '#modules/billing/charges/failure-reasons.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { withOpenPhones } from '#modules/students/encrypted-texts.service.ts';
import { guardiansOf } from '#modules/students/guardians.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { owedRowShape, type OwedRow } from './owed.contract.ts';
import { listOwedRows, type OwedRecord } from './owed.queries.ts';

/** Every payment that is owed, the oldest first, with whom to call about it. No child is named. */
export async function listOwed(
  { db, vault }: { db: Db; vault: Vault },
  today: PlainDate,
): Promise<OwedRow[]> {
  return (await listOwedRows(db, today)).map((record) => toOwedRow(vault, record, today));
}

function toOwedRow(vault: Vault, { payment, order, ...record }: OwedRecord, today: PlainDate): OwedRow {
  const status = owedRowShape.shape.status.safeParse(payment.status).data;
  invariant(status, `a payment that is owed is ${payment.status}`);
  return {
    payment_id: payment.id,
    order_id: order.id,
    contract_number: record.contract_number,
    order_is_active: order.status === 'active',
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
