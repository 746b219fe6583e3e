import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import type { OrderRefund, RefundsOfOrder } from './refunds.contract.ts';
import { decisionsOf, methodsOfCharges, paymentsOf, type Decision } from './refunds-of-order.queries.ts';
import { chargesOf, disputedPayments, lostInPart, surchargesBack } from './refunds.queries.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { findBinding } from '#modules/billing/processor/binding.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { capturedPayments, chargeOfPayment, paymentsElsewhere } from './captured-payments.ts';
import { dayOf, oldDebits, returnableDebits } from './debit-windows.ts';
import { pick } from '#kit/pick.ts';
import { fullName } from '#kit/text/full-name.ts';

const methodName = (method: { brand: string; last_4: string } | null | undefined) =>
  method ? nameOfMethod(method) : null;

export async function refundsOfOrder(
  { db, gateway, clock }: Pick<BillingContext, 'db' | 'gateway' | 'clock'>,
  order_id: number,
): Promise<Pick<RefundsOfOrder, 'taken' | 'refunds'>> {
  const [payments, charges, surcharges_back, lost, disputed, methods, decisions, binding] = await atOnce([
    paymentsOf(db, order_id),
    chargesOf(db, order_id),
    surchargesBack(db, order_id),
    lostInPart(db, order_id),
    disputedPayments(db, order_id),
    methodsOfCharges(db, order_id),
    decisionsOf(db, order_id),
    findBinding(db),
  ]);
  const methodOf = (payment_id: number) =>
    methodName(methods.get(chargeOfPayment(charges, payment_id)?.id ?? 0));
  const elsewhere = paymentsElsewhere(charges, {
    processor: gateway.processor,
    bound_at: binding?.bound_at,
  });
  const day = dayOf(clock);
  const old_debits = oldDebits(charges, gateway.caps.debitRefundDays, day);
  const returnable = returnableDebits(charges, day);
  const captured = capturedPayments({
    payments,
    charges,
    surcharges_back,
    lost,
    disputed,
    elsewhere,
    old_debits,
  });
  return {
    taken: captured.map((payment) => ({
      ...payment,
      method: payment.standing === 'received' ? null : methodOf(payment.payment_id),
      returnable_until: returnable.get(payment.payment_id) ?? null,
    })),
    refunds: decisions.map(toRefundDecisionResponse),
  };
}

/** What staff have given back of an order, the newest first. */
export const issuedRefunds = async (db: Db, order_id: number): Promise<OrderRefund[]> =>
  (await decisionsOf(db, order_id)).map(toRefundDecisionResponse);

function toRefundDecisionResponse({ by, parts, created_at, ...decision }: Decision): OrderRefund {
  return {
    ...pick(decision, ['id', 'amount_cents', 'is_whole', 'way', 'reference', 'reason']),
    created_at: created_at.toISOString(),
    approved_by: fullName(by),
    parts: parts.map((part) => ({
      payment_number: part.payment_number,
      amount_cents: part.amount_cents,
      surcharge_cents: part.surcharge_cents,
      state: part.state,
      is_short_of_balance: part.state === 'failed' && part.code === 'balance_too_low',
      is_taken_back: part.state === 'bounced' && decision.way !== 'processor',
      needs_person: part.state === 'unknown' && part.lease_until === null,
      method: decision.way === 'processor' ? methodName(part.method) : null,
    })),
  };
}
