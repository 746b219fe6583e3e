import { randomUUID } from 'node:crypto';
import { cents, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { cardFeeRefundOf } from '#modules/catalog/card-fee.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Attempt, PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { findBinding, refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { leaseFrom, sendWithLease } from '#modules/billing/processor/send-with-lease.service.ts';
import { refundConversation } from './refund-conversation.service.ts';
import { settleOutside } from './refund-outcomes.service.ts';
import { planRefund, type RefundPart, type RefundsPlan } from './refund-plan.ts';
import {
  chargesOf,
  disputedPayments,
  findByRequestKey,
  insertOrderRefund,
  insertRefunds,
  lockPaymentsOf,
  lostInPart,
  partsOf,
  reserve,
  surchargesBack,
  type OrderRefundRow,
} from './refunds.queries.ts';
import { capturedPayments, paymentsElsewhere } from './captured-payments.ts';
import { dayOf, oldDebits } from './debit-windows.ts';
import { refundDenial } from './refund-denial.ts';

export { lockPaymentsOf } from './refunds.queries.ts';

export type RefundCommand = {
  order_id: number;
  amount_cents: Cents | 'everything';
  /** of this payment alone, by default of all */
  payment_id?: number;
  way: OrderRefundRow['way'];
  /** the number of a check, required by check; or the reference of the driver fund */
  reference: string | null;
  reason: string;
  /** H4 */
  asked_by?: number;
  by: number;
  /** makes the refund happen once, despite repeated requests (I13) */
  request_key: string;
};

export type OpenedRefund = { order_refund_id: number } & (
  | { is_new: false }
  | { is_new: true; plan: RefundsPlan }
);

/** Runs in the transaction of the refund, after the reservation. */
export type WithRefund = (tx: Tx, plan: RefundsPlan) => Promise<void>;

/**
 * By check or to the driver fund, a refund is known only to the books. A repeated key changes nothing. Opens
 * transactions of its own (R2, R4, I8, I13).
 * @param also  not run when the key was used before
 * @throws Refusal payments_closed, processor_busy; refund_* when the plan does not allow the refund,
 *   refund_key_reused for another request under the key
 */
export async function createRefund(
  billing: BillingContext,
  request: RefundCommand,
  also?: WithRefund,
): Promise<OpenedRefund> {
  const open = (keepPlace: () => void) =>
    billing.db.transaction(async (tx) => {
      const found = await reserveRefund(tx, billing, { ...request, keepPlace });
      if (found.is_new) await also?.(tx, found.plan);
      return found;
    });
  // A place for the first part; the other parts follow.
  const opened = await keepingPlace(billing, 'refund', open, { isByStaff: true });
  billing.crashPoint('refund decided');
  if (opened.is_new) await sendRefunds(billing, opened.order_refund_id);
  return opened;
}

/**
 * Known only to the books, so in the transaction of the caller, who has locked the order (MC12).
 * @throws Refusal refund_* when the plan does not allow the refund
 */
export async function refundByCheck(
  tx: Tx,
  billing: BillingContext,
  request: Omit<RefundCommand, 'way'>,
): Promise<void> {
  await reserveRefund(tx, billing, { ...request, way: 'check', keepPlace: () => undefined });
}

/**
 * In the transaction of a caller that opens its own, within `keepingPlace`. After the commit the caller sends
 * the parts by `sendRefunds`; a job sends the parts left by a crash (OF5.9).
 * @throws as `createRefund`
 */
export async function reserveRefund(
  tx: Tx,
  billing: BillingContext,
  { keepPlace, ...request }: RefundCommand & { keepPlace: () => void },
): Promise<OpenedRefund> {
  const rows = await lockPaymentsOf(tx, request.order_id);
  const before = await findByRequestKey(tx, request.request_key);
  if (before) return { order_refund_id: sameRequest(before, request), is_new: false };
  if (request.way === 'processor') refuseWhileClosed(billing);
  const { captured, charges } = await capturedOf(tx, billing, { order_id: request.order_id, payments: rows });
  const { payment_id } = request;
  const plan = planRefund({
    captured: payment_id ? captured.filter((each) => each.payment_id === payment_id) : captured,
    asked: request.amount_cents,
    is_through_processor: request.way === 'processor',
    fee: cardFeeRefundOf(await findCompany(tx), billing.gateway.processor),
  });
  if (plan.k === 'refused') throw refundDenial(plan);
  if (request.way === 'processor') keepPlace();
  const now = billing.clock.now();
  const id = await insertOrderRefund(tx, { ...decisionOf(request, plan), created_at: now });
  // Another order uses the key at this moment.
  if (id === undefined) throw new Refusal(billingRefusals.refund_key_reused);
  const parts = await insertRefunds(
    tx,
    plan.parts.map((part) => newRefundOf({ id, way: request.way, part, charges, now })),
  );
  for (const part of plan.parts) await reserve(tx, part.payment_id, part.principal_cents);
  if (request.way !== 'processor') for (const part of parts) await settleOutside(tx, billing, part.id);
  return { order_refund_id: id, is_new: true, plan };
}

const askedCents = ({ amount_cents }: RefundCommand) => (amount_cents === 'everything' ? null : amount_cents);

const decisionOf = (request: RefundCommand, plan: Pick<RefundsPlan, 'amount_cents' | 'is_whole'>) => ({
  order_id: request.order_id,
  request_key: request.request_key,
  asked_cents: askedCents(request),
  amount_cents: plan.amount_cents,
  is_whole: plan.is_whole && request.payment_id === undefined,
  way: request.way,
  reference: request.reference,
  reason: request.reason,
  asked_by_id: request.asked_by ?? null,
  approved_by: request.by,
});

export async function capturedOf(
  tx: Tx,
  { gateway, clock }: BillingContext,
  { order_id, payments }: { order_id: number; payments: readonly PaymentRow[] },
) {
  const charges = await chargesOf(tx, order_id);
  const captured = capturedPayments({
    payments,
    charges,
    surcharges_back: await surchargesBack(tx, order_id),
    lost: await lostInPart(tx, order_id),
    disputed: await disputedPayments(tx, order_id),
    elsewhere: paymentsElsewhere(charges, {
      processor: gateway.processor,
      bound_at: (await findBinding(tx))?.bound_at,
    }),
    old_debits: oldDebits(charges, gateway.caps.debitRefundDays, dayOf(clock)),
  });
  return { captured, charges };
}

function sameRequest(before: OrderRefundRow, request: RefundCommand): number {
  const isSame =
    before.order_id === request.order_id &&
    before.asked_cents === askedCents(request) &&
    before.way === request.way &&
    before.reference === request.reference;
  if (!isSame) throw new Refusal(billingRefusals.refund_key_reused);
  return before.id;
}

type Planned = {
  id: number;
  way: OrderRefundRow['way'];
  part: RefundPart;
  charges: readonly Attempt[];
  now: Date;
};

function newRefundOf({ id, way, part, charges, now }: Planned) {
  const charge = charges.find(
    ({ payment_id, state }) => payment_id === part.payment_id && state === 'succeeded',
  );
  return {
    order_refund_id: id,
    payment_id: part.payment_id,
    charge_attempt_id: charge?.id ?? null,
    charge_ref: way === 'processor' ? charge!.gateway_ref : null,
    processor: way === 'processor' ? charge!.processor : null,
    amount_cents: cents(part.principal_cents + part.surcharge_cents),
    surcharge_cents: part.surcharge_cents,
    idem_key: `refund-${randomUUID()}`,
    state: 'created' as const,
    lease_until: leaseFrom(now),
    created_at: now,
  };
}

/** The resolver takes over parts unknown after the replays, and unsent parts. */
export async function sendRefunds(billing: BillingContext, order_refund_id: number): Promise<void> {
  for (const { id, state } of await partsOf(billing.db, order_refund_id)) {
    if (state !== 'created') continue;
    const sent = await sendWithLease(refundConversation(billing), id);
    // Without an answer for a part, the next part would wait too; staff need not wait for each.
    if (sent.state === 'unknown') return;
  }
}
