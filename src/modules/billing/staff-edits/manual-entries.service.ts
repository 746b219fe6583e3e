import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { cents, type Cents } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { PAYMENT_ADJUSTMENT } from '#modules/billing/billing.contract.ts';
import { firstLineText } from '#modules/billing/payments/collection.queries.ts';
import {
  insertInvoice,
  insertTransactions,
  journalOnce,
  paymentTypeId,
} from '#modules/billing/ledger/ledger.queries.ts';
import type { ReceivedBy } from './payment-edit.contract.ts';
import { invoiceDescription, whatIsPaid } from '#modules/billing/payments/payment-texts.ts';
import { adjustmentPostings, receivedPostings } from '#modules/billing/ledger/postings.ts';
import type { StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';

type Adjustment = { payment: PaymentRow; byCents: Cents; reason: string; isWaiver: boolean; now: Date };

/** No money moves (M3, M8). */
export async function recordAdjustment(
  tx: Tx,
  { payment, byCents, reason, isWaiver, now }: Adjustment,
): Promise<void> {
  // Each change makes a version.
  const ref = `payment-${payment.id}-${payment.version + 1}`;
  const isNew = await journalOnce(
    tx,
    { kind: 'adjustment', ref, order_id: payment.order_id, at: now },
    adjustmentPostings(byCents),
  );
  invariant(isNew, `adjustment ${ref} is in the journal already`);
  const { payment_number } = payment;
  const [line, in_words] = isWaiver
    ? [m.server_waiver_line({ payment_number }), m.server_waiver_line_why({ payment_number, reason })]
    : [
        m.server_adjustment_line({ payment_number }),
        m.server_adjustment_line_why({ payment_number, reason }),
      ];
  await insertTransactions(tx, [
    {
      order_id: payment.order_id,
      payment_id: payment.id,
      payment_type_id: await paymentTypeId(tx, 'paymentTypeNone'),
      is_success: true,
      is_credit: byCents < 0,
      is_adjustment: true,
      description: line,
      in_words,
      description_detail: PAYMENT_ADJUSTMENT,
      value_cents: cents(Math.abs(byCents)),
      created_at: now,
    },
  ]);
}

/** Only cards have a surcharge (M8, M9, S2). */
export async function recordReceived(
  tx: Tx,
  { order, payment }: Pick<StaffPaymentRow, 'payment'> & { order: { id: number } },
  received: { by: ReceivedBy; now: Date },
): Promise<void> {
  const { by, now } = received;
  const isNew = await journalOnce(
    tx,
    { kind: 'received', ref: `payment-${payment.id}`, order_id: order.id, at: now },
    receivedPostings(payment.amount_cents),
  );
  invariant(isNew, `payment ${payment.id} has been received already`);
  const invoice = { order_id: order.id, description: invoiceDescription(payment, order.id), created_at: now };
  const invoice_id = await insertInvoice(tx, invoice);
  const what = whatIsPaid(await firstLineText(tx, order.id), payment);
  await insertTransactions(tx, [
    {
      order_id: order.id,
      payment_id: payment.id,
      user_accounting_invoice_id: invoice_id,
      payment_type_id: await paymentTypeId(tx, by),
      is_success: true,
      ...linesOfReceived(payment, what, by),
      value_cents: payment.amount_cents,
      created_at: now,
    },
  ]);
  await enqueue(tx, now, {
    kind: 'billing.payment_received',
    ref: String(payment.id),
    payload: { invoice_id },
  });
}

function linesOfReceived(
  { payment_number, reference }: StaffPaymentRow['payment'],
  what: string,
  by: ReceivedBy,
) {
  if (by === 'paymentTypeCash') return { description: m.server_received_cash_line({ what, payment_number }) };
  return {
    description: m.server_received_check_line({ what, payment_number }),
    in_words: m.server_received_check_line_number({ what, payment_number, reference: reference ?? '' }),
  };
}
