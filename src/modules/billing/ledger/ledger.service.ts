import { m } from '#i18n/messages.js';
import { cents, ZERO } from '#kit/money.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Locked } from '#modules/billing/payments/attempts.queries.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import {
  insertCharge,
  insertInvoice,
  insertTransactions,
  journalOnce,
  transactionsOfAttempt,
  paymentTypeId as idOfPaymentType,
} from './ledger.queries.ts';
import { invoiceDescription } from '#modules/billing/payments/payment-texts.ts';
import { chargePostings, returnPostings, settlementPostings } from './postings.ts';

type At = { ref: string; now: Date };

/** Source: M3, M9, M10 */
export async function recordCharge(
  tx: Tx,
  locked: Locked,
  { ref, now, isSettled }: At & { isSettled: boolean },
): Promise<void> {
  const { attempt, order, payment } = locked;
  const charge = {
    ref,
    at: now,
    ...subjectOf(locked),
    sides: chargePostings(attempt, isSettled ? 'gateway' : 'bank_on_the_way'),
    invoice_description: invoiceDescription(payment, order.id),
    lines: linesOf(attempt),
  };
  await atOnce([
    insertCharge(tx, charge),
    enqueue(tx, now, {
      kind: 'billing.receipt',
      ref: String(attempt.id),
      payload: { charge_attempt_id: attempt.id, order_id: order.id },
    }),
  ]);
}

const subjectOf = ({ attempt, order, payment, payment_type_id }: Locked) => ({
  order_id: order.id,
  payment_id: payment.id,
  charge_attempt_id: attempt.id,
  payment_type_id,
  payment_method_id: attempt.payment_method_id,
});

/** A refused charge has failed transactions, and nothing in the journal (M4). */
export async function recordRefusal(tx: Tx, locked: Locked, now: Date): Promise<void> {
  const shared = { ...subjectOf(locked), is_success: false, created_at: now };
  await insertTransactions(
    tx,
    linesOf(locked.attempt).map((line) => ({ ...shared, ...line })),
  );
}

export async function recordSettlement(tx: Tx, { attempt, order }: Locked, { ref, now }: At): Promise<void> {
  await journalOnce(
    tx,
    { kind: 'settlement', ref, order_id: order.id, at: now },
    settlementPostings(attempt),
  );
}

/** Adds a reversing line for each line; the first lines stay unchanged (M6). */
export async function recordReturn(
  tx: Tx,
  { attempt, order }: Locked,
  { ref, code, now }: At & { code: string | null },
): Promise<void> {
  const outOf = attempt.state === 'succeeded' ? 'gateway' : 'bank_on_the_way';
  const isNew = await journalOnce(
    tx,
    { kind: 'return', ref, order_id: order.id, at: now },
    returnPostings(attempt, outOf),
  );
  if (!isNew) return;
  const lines = await transactionsOfAttempt(tx, attempt.id);
  // No bank returned a debit stopped by the company's limit.
  const said = code === 'company_limit' ? m.server_stopped_line : m.server_returned_line;
  await insertTransactions(
    tx,
    lines.map((line) => ({
      ...line,
      id: undefined,
      description: said({ text: line.description }),
      is_credit: true,
      created_at: now,
    })),
  );
}

type FreeOrder = { order_id: number; description: string; now: Date };

/** A successful transaction of 0.00, type None, with an invoice (M4, M9). */
export async function recordFreeOrder(tx: Tx, { order_id, description, now }: FreeOrder): Promise<void> {
  const typeId = await idOfPaymentType(tx, 'paymentTypeNone');
  const text = m.server_invoice_free_description({ order_id });
  const invoice_id = await insertInvoice(tx, { order_id, description: text, created_at: now });
  await insertTransactions(tx, [
    {
      order_id,
      user_accounting_invoice_id: invoice_id,
      payment_type_id: typeId,
      is_success: true,
      description,
      value_cents: ZERO,
      created_at: now,
    },
  ]);
}

const linesOf = ({ params, principal_cents, surcharges }: Locked['attempt']) => [
  { description: params.descriptor, description_detail: null, value_cents: principal_cents },
  ...surcharges.map(({ name, amount_cents }) => ({
    description: name,
    description_detail: PAYMENT_SURCHARGE,
    value_cents: cents(amount_cents),
  })),
];
