import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { cents } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import { PAYMENT_REFUND, PAYMENT_SURCHARGE, type PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import {
  insertTransactions,
  journalOnce,
  paymentTypeId,
  saidOfLine,
  type LineText,
  type NewTransaction,
} from '#modules/billing/ledger/ledger.queries.ts';
import { chargePostings, refundPostings, type Account } from '#modules/billing/ledger/postings.ts';
import type { RefundChannel } from './refund.states.ts';
import type { LockedRefund } from './refunds.queries.ts';

const OUT_OF: Record<RefundChannel, Account> = {
  processor: 'gateway',
  check: 'checks',
  driver_fund: 'driver_fund',
};
const PAID_BY: Record<Exclude<RefundChannel, 'processor'>, PaymentTypeKey> = {
  check: 'paymentTypeCheck',
  driver_fund: 'paymentTypeNone',
};

/** The payment stays paid, and the receipt of the charge stays unchanged (M3, M10). */
export async function recordRefund(
  tx: Tx,
  locked: LockedRefund,
  { ref, now }: { ref: string; now: Date },
): Promise<void> {
  const { refund, decision, order_id } = locked;
  const sums = sumsOf(refund);
  const isNew = await journalOnce(
    tx,
    { kind: 'refund', ref, order_id, at: now },
    refundPostings(sums, OUT_OF[decision.way]),
  );
  invariant(isNew, `refund ${ref} is in the journal already`);
  const line = { ...(await sharedOf(tx, locked)), created_at: now };
  const fee = m.server_refund_fee_line({ payment_number: locked.payment.payment_number });
  await insertLines(tx, [
    {
      ...line,
      ...describe(locked),
      description_detail: PAYMENT_REFUND,
      value_cents: sums.principal_cents,
    },
    { ...line, description: fee, description_detail: PAYMENT_SURCHARGE, value_cents: sums.surcharge_cents },
  ]);
}

const sumsOf = ({ amount_cents, surcharge_cents }: LockedRefund['refund']) => ({
  principal_cents: cents(amount_cents - surcharge_cents),
  surcharge_cents,
});

const insertLines = (tx: Tx, lines: NewTransaction[]): Promise<void> =>
  insertTransactions(
    tx,
    lines.filter(({ value_cents }) => value_cents > 0),
  );

/** Reverses the journal entry and each line, at the processor or by hand; the first lines stay unchanged. */
export async function recordBouncedRefund(
  tx: Tx,
  locked: LockedRefund,
  { ref, now }: { ref: string; now: Date },
): Promise<void> {
  const { refund, order_id, payment, decision } = locked;
  const sums = sumsOf(refund);
  const event = { kind: 'refund_failed', ref, order_id, at: now };
  const isNew = await journalOnce(tx, event, chargePostings(sums, OUT_OF[decision.way]));
  invariant(isNew, `the return of refund ${ref} is in the journal already`);
  const { payment_number } = payment;
  // Not a line of the charge: a later return of the debit reverses the charge and nothing else.
  const line = {
    ...(await sharedOf(tx, locked)),
    charge_attempt_id: null,
    is_credit: false,
    created_at: now,
    ...(decision.way === 'processor'
      ? { description: m.server_refund_came_back({ payment_number }) }
      : saidOfLine(describe(locked), m.server_taken_back_line)),
  };
  await insertLines(tx, [
    { ...line, description_detail: PAYMENT_REFUND, value_cents: sums.principal_cents },
    { ...line, description_detail: PAYMENT_SURCHARGE, value_cents: sums.surcharge_cents },
  ]);
}

async function sharedOf(tx: Tx, { refund, decision, payment, order_id, method }: LockedRefund) {
  const isBack = decision.way === 'processor';
  invariant(!isBack || method, 'what goes back through the processor came from a method');
  return {
    order_id,
    payment_id: payment.id,
    charge_attempt_id: refund.charge_attempt_id,
    payment_type_id: isBack
      ? method!.payment_type_id
      : await paymentTypeId(tx, PAID_BY[decision.way as keyof typeof PAID_BY]),
    payment_method_id: isBack ? method!.id : null,
    is_success: true,
    is_credit: true,
    is_adjustment: true,
  };
}

function describe({ decision: { way, reference }, payment: { payment_number } }: LockedRefund): LineText {
  if (way === 'processor') return { description: m.server_refund_line({ payment_number }) };
  if (way === 'driver_fund') return { description: m.server_refund_line_driver_fund({ payment_number }) };
  return {
    description: m.server_refund_line_check({ payment_number }),
    in_words: m.server_refund_line_check_number({ payment_number, reference: reference ?? '' }),
  };
}
