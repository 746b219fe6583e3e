import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { cents, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { PAYMENT_ADJUSTMENT, PAYMENT_MISTAKE } from '#modules/billing/billing.contract.ts';
import { firstLineText } from '#modules/billing/payments/collection.queries.ts';
import {
  insertInvoice,
  insertTransactions,
  journalOnce,
  paymentTypeId,
  saidOfLine,
  type LineText,
} from '#modules/billing/ledger/ledger.queries.ts';
import type { ReceivedBy, ReversalReason } from './payment-edit.contract.ts';
import type { ReceivedEntry } from './standing-entry.service.ts';
import { invoiceDescription, numberOf, whatIsPaid } from '#modules/billing/payments/payment-texts.ts';
import { adjustmentPostings, receivedPostings } from '#modules/billing/ledger/postings.ts';
import type { StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';

type AdjustedBy = { byCents: Cents; text: LineText };
type Adjustment = AdjustedBy & { payment: PaymentRow; now: Date };
type Adjustments = {
  kind: 'adjustment' | 'amendment';
  payment: PaymentRow;
  parts: readonly AdjustedBy[];
  now: Date;
};

/** Each change makes a version. */
const refOf = ({ id, version }: PaymentRow): string => `payment-${id}-${version + 1}`;

type Reasoned = { payment: Pick<PaymentRow, 'payment_number'>; reason: string };

export const lineOfAdjustment = ({ payment: { payment_number }, reason }: Reasoned): LineText => ({
  description: m.server_adjustment_line({ payment_number }),
  in_words: m.server_adjustment_line_why({ payment_number, reason }),
});

export const lineOfWaiver = ({ payment: { payment_number }, reason }: Reasoned): LineText => ({
  description: m.server_waiver_line({ payment_number }),
  in_words: m.server_waiver_line_why({ payment_number, reason }),
});

/** No money moves (M3, M8). */
export async function recordAdjustment(tx: Tx, { payment, now, ...part }: Adjustment): Promise<void> {
  await recordAdjustments(tx, { kind: 'adjustment', payment, parts: [part], now });
}

/**
 * One entry of the journal, with a line for each part. Staff take back an `adjustment`, never an `amendment`
 * (MC9, OF5.12).
 */
export async function recordAdjustments(tx: Tx, { kind, payment, parts, now }: Adjustments): Promise<void> {
  const ref = refOf(payment);
  const isNew = await journalOnce(
    tx,
    { kind, ref, order_id: payment.order_id, at: now },
    adjustmentPostings(sum(parts.map(({ byCents }) => byCents))),
  );
  invariant(isNew, `${kind} ${ref} is in the journal already`);
  const payment_type_id = await paymentTypeId(tx, 'paymentTypeNone');
  await insertTransactions(
    tx,
    parts.map(({ byCents, text }) => ({
      order_id: payment.order_id,
      payment_id: payment.id,
      payment_type_id,
      is_success: true,
      is_credit: byCents < 0,
      is_adjustment: true,
      ...text,
      description_detail: PAYMENT_ADJUSTMENT,
      value_cents: cents(Math.abs(byCents)),
      created_at: now,
    })),
  );
}

/** Only cards have a surcharge (M8, M9, S2). */
export async function recordReceived(
  tx: Tx,
  { order, payment }: Pick<StaffPaymentRow, 'payment'> & { order: { id: number } },
  received: { by: ReceivedBy; now: Date; what?: string },
): Promise<void> {
  const { by, now } = received;
  const isNew = await journalOnce(
    tx,
    { kind: 'received', ref: refOf(payment), order_id: order.id, at: now },
    receivedPostings(payment.amount_cents),
  );
  invariant(isNew, `payment ${payment.id} has been received already`);
  const invoice = { order_id: order.id, description: invoiceDescription(payment, order.id), created_at: now };
  const invoice_id = await insertInvoice(tx, invoice);
  // The first payment of an order has no line before.
  const what = received.what ?? whatIsPaid(await firstLineText(tx, order.id), payment);
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
  // The email about the refund tells of what came above all that was due (MC12).
  if (payment.is_surplus) return;
  await enqueue(tx, now, {
    kind: 'billing.payment_received',
    ref: String(invoice_id),
    payload: { invoice_id },
  });
}

type Reversed = { payment: PaymentRow; entry: ReceivedEntry; why: ReversalReason; now: Date };

/** Adds a reversing line and entry; the first ones stay unchanged (MC9). */
export async function recordReversal(tx: Tx, { payment, entry, why, now }: Reversed): Promise<void> {
  const isNew = await journalOnce(
    tx,
    { kind: 'received_back', ref: refOf(payment), order_id: payment.order_id, at: now },
    receivedPostings(subtract(ZERO, entry.line.value_cents)),
  );
  invariant(isNew, `payment ${payment.id} has been reversed already`);
  const isMistake = why === 'entered_by_mistake';
  const say = isMistake ? m.server_mistake_line : m.server_returned_line;
  const { id: _, ...taken } = entry.line;
  await insertTransactions(tx, [
    {
      ...taken,
      ...saidOfLine(entry.text, say),
      description_detail: isMistake ? PAYMENT_MISTAKE : null,
      is_credit: true,
      created_at: now,
    },
  ]);
}

function linesOfReceived(payment: StaffPaymentRow['payment'], what: string, by: ReceivedBy): LineText {
  const { reference } = payment;
  const payment_number = numberOf(payment);
  if (by === 'paymentTypeCash') return { description: m.server_received_cash_line({ what, payment_number }) };
  return {
    description: m.server_received_check_line({ what, payment_number }),
    in_words: m.server_received_check_line_number({ what, payment_number, reference: reference ?? '' }),
  };
}
