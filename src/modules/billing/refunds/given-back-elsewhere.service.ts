import { m } from '#i18n/messages.js';
import { formatMoney, sum, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { cardFeeRefundOf } from '#modules/catalog/card-fee.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RefundOutcome, RefundReading } from '#platform/payments/gateway.ts';
import { refundDenial } from './refund-denial.ts';
import { sharesOfGivenBack } from './refund-made-elsewhere.ts';
import { applyRefundOutcome } from './refund-outcomes.service.ts';
import { refundableOf, refundableOfOrder } from './refund-plan.ts';
import { capturedOf } from './refunds.service.ts';
import { insertOrderRefund, insertRefunds, reserve, type ChargeOfRefund } from './refunds.queries.ts';

export type ReadRefund = Omit<RefundReading, 'charge_ref' | 'outcome'> & {
  charge_ref: string;
  outcome: Extract<RefundOutcome, { k: 'succeeded' | 'pending' | 'bounced' }>;
};

type Asked = { charge: ChargeOfRefund; payments: readonly PaymentRow[]; amount_cents: Cents };

type Place = {
  charge: ChargeOfRefund;
  shares: NonNullable<ReturnType<typeof sharesOfGivenBack>>;
  is_whole: boolean;
};

/**
 * The caller locks order and payments (R4, S25).
 * @throws Refusal refund_of_unknown_charge for a charge missing from the books, refund_above_books;
 *   refund_charge_on_its_way, refund_not_settled, refund_disputed, refund_returned, refund_elsewhere,
 *   refund_received_outside
 */
export async function placeOfGivenBack(
  tx: Tx,
  billing: BillingContext,
  { charge, payments, amount_cents }: Asked,
): Promise<Place> {
  const { captured } = await capturedOf(tx, billing, { order_id: charge.order_id, payments });
  const payment = captured.find(({ payment_id }) => payment_id === charge.payment_id);
  if (!payment || !charge.isBooked)
    throw new Refusal(billingRefusals.refund_of_unknown_charge, { data: { charge: charge.charge_ref } });
  const { standing, payment_number } = payment;
  // The debit may have been young enough at the time of the refund.
  if (standing !== 'arrived' && standing !== 'too_old')
    throw refundDenial({ k: 'refused', why: standing, payment_number });
  const shares = sharesOfGivenBack(
    payment,
    amount_cents,
    cardFeeRefundOf(await findCompany(tx), billing.gateway.processor),
  );
  const leftOf = (left: ReturnType<typeof refundableOf>) => sum([left.principal_cents, left.surcharge_cents]);
  if (!shares)
    throw new Refusal(billingRefusals.refund_above_books, {
      data: {
        payment_number,
        amount: formatMoney(amount_cents),
        left: formatMoney(leftOf(refundableOf(payment))),
      },
    });
  return { charge, shares, is_whole: leftOf(refundableOfOrder(captured)) === amount_cents };
}

type Recording = { place: Place; reading: ReadRefund; by: number };

export async function writeGivenBack(tx: Tx, billing: BillingContext, recording: Recording): Promise<void> {
  const { charge, shares } = recording.place;
  const created_at = billing.clock.now();
  const order_refund_id = await insertOrderRefund(tx, { ...decisionOf(recording), created_at });
  // The order is locked and the refund was looked up: no other flow writes the same refund.
  if (order_refund_id === undefined) throw new Refusal(billingRefusals.refund_key_reused);
  const sent = { state: 'sent' as const, first_sent_at: created_at, last_sent_at: created_at, created_at };
  const part = { ...partOf(recording), processor: billing.gateway.processor, ...sent };
  const [refund] = await insertRefunds(tx, [{ order_refund_id, ...part }]);
  await reserve(tx, charge.payment_id, shares.principal_cents);
  const gatewayResult = recording.reading.outcome;
  await applyRefundOutcome(tx, billing, { refund_id: refund!.id, gatewayResult });
}

const keyOf = ({ outcome }: ReadRefund) => `elsewhere-${outcome.ref}`;

const decisionOf = ({ place: { charge, is_whole }, reading, by }: Recording) => ({
  order_id: charge.order_id,
  request_key: keyOf(reading),
  asked_cents: reading.amount_cents,
  amount_cents: reading.amount_cents,
  is_whole,
  way: 'processor' as const,
  reference: null,
  reason: m.server_refund_made_elsewhere({ ref: reading.outcome.ref }),
  approved_by: by,
});

const partOf = ({ place: { charge, shares }, reading }: Recording) => ({
  payment_id: charge.payment_id,
  charge_attempt_id: charge.attempt_id,
  charge_ref: charge.charge_ref,
  amount_cents: reading.amount_cents,
  surcharge_cents: shares.surcharge_cents,
  idem_key: keyOf(reading),
});
