import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { cents, ZERO } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Locked } from '#modules/billing/payments/attempts.queries.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import {
  insertInvoice,
  insertTransactions,
  journalOnce,
  transactionsOfAttempt,
  paymentTypeId as idOfPaymentType,
  type NewTransaction,
} from './ledger.queries.ts';
import { invoiceDescription } from '#modules/billing/payments/payment-texts.ts';
import { chargePostings, returnPostings, settlementPostings } from './postings.ts';

type At = { ref: string; now: Date };

/**
 * A charge that counts as paid: journal, invoice, one line for the principal and one a surcharge, receipt
 * (M3, M9, M10).
 */
export async function recordCharge(
  tx: Tx,
  locked: Locked,
  { ref, now, isSettled }: At & { isSettled: boolean },
): Promise<void> {
  const { attempt, order, payment } = locked;
  const sides = chargePostings(attempt, isSettled ? 'gateway' : 'bank_on_the_way');
  const isNew = await journalOnce(tx, { kind: 'charge', ref, orderId: order.id, at: now }, sides);
  invariant(isNew, `charge ${ref} is in the journal already`);
  const description = invoiceDescription(payment, order.id);
  const invoice_id = await insertInvoice(tx, {
    orderId: order.id,
    chargeAttemptId: attempt.id,
    description,
    createdAt: now,
  });
  await insertTransactions(tx, transactionsOf(locked, { now, isSuccess: true, invoice_id }));
  await enqueue(tx, now, {
    kind: 'mail.receipt',
    ref: String(attempt.id),
    payload: { charge_attempt_id: attempt.id, order_id: order.id },
  });
}

/** A charge that was refused leaves a failed transaction and nothing in the journal (M4). */
export async function recordRefusal(tx: Tx, locked: Locked, now: Date): Promise<void> {
  await insertTransactions(tx, transactionsOf(locked, { now, isSuccess: false, invoice_id: null }));
}

/** A bank debit that has arrived (M6). */
export async function recordSettlement(tx: Tx, { attempt, order }: Locked, { ref, now }: At): Promise<void> {
  await journalOnce(tx, { kind: 'settlement', ref, orderId: order.id, at: now }, settlementPostings(attempt));
}

/** A bank debit that came back: a reversing line for each line, the first ones stay as they are (M6). */
export async function recordReturn(tx: Tx, { attempt, order }: Locked, { ref, now }: At): Promise<void> {
  const outOf = attempt.state === 'succeeded' ? 'gateway' : 'bank_on_the_way';
  const isNew = await journalOnce(
    tx,
    { kind: 'return', ref, orderId: order.id, at: now },
    returnPostings(attempt, outOf),
  );
  if (!isNew) return;
  const lines = await transactionsOfAttempt(tx, attempt.id);
  await insertTransactions(
    tx,
    lines.map((line) => ({
      ...line,
      id: undefined,
      description: m.server_returned_line({ text: line.description }),
      isCredit: true,
      createdAt: now,
    })),
  );
}

type FreeOrder = { order_id: number; description: string; now: Date };

/**
 * An order that costs nothing today writes a successful transaction of 0.00, type None, with its invoice (M4,
 * M9).
 */
export async function recordFreeOrder(tx: Tx, { order_id, description, now }: FreeOrder): Promise<void> {
  const typeId = await idOfPaymentType(tx, 'paymentTypeNone');
  const text = m.server_invoice_free_description({ order_id });
  const invoice_id = await insertInvoice(tx, { orderId: order_id, description: text, createdAt: now });
  await insertTransactions(tx, [
    {
      orderId: order_id,
      userAccountingInvoiceId: invoice_id,
      paymentTypeId: typeId,
      isSuccess: true,
      description,
      valueCents: ZERO,
      createdAt: now,
    },
  ]);
}

type TransactionDetails = { now: Date; isSuccess: boolean; invoice_id: number | null };

function transactionsOf(
  { attempt, order, payment, paymentTypeId }: Locked,
  { now, isSuccess, invoice_id }: TransactionDetails,
): NewTransaction[] {
  const shared = {
    orderId: order.id,
    paymentId: payment.id,
    chargeAttemptId: attempt.id,
    userAccountingInvoiceId: invoice_id,
    paymentTypeId,
    paymentMethodId: attempt.paymentMethodId,
    isSuccess,
    createdAt: now,
  };
  return [
    { ...shared, description: attempt.params.descriptor, valueCents: attempt.principalCents },
    ...attempt.surcharges.map(({ name, amount_cents }) => ({
      ...shared,
      description: name,
      descriptionDetail: PAYMENT_SURCHARGE,
      valueCents: cents(amount_cents),
    })),
  ];
}
