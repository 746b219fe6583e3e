import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { RefusalKind } from '#kit/refusal.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { mayRetry, type Tried } from '#modules/billing/payments/retry-policy.ts';

type Question = {
  order: { status: string };
  payment: { status: string; pay_on: PlainDate };
  /** M5 */
  method_id: number | undefined;
  total_cents: Cents | null;
  /** a usable method exists, but a bank refused another method of the family for good (M7) */
  isHeldBack: boolean;
  /** the payer disputes a charge of the order by this method (S17) */
  isDisputed: boolean;
  /** the processor reports a charge of the family unknown to the portal (S21) */
  isHeld: boolean;
  pastAttempts: readonly (Tried & { payment_method_id: number })[];
  today: PlainDate;
};

export const isDueOn = ({ status, pay_on }: Question['payment'], today: PlainDate): boolean =>
  isStuck(status) || (status === 'scheduled' && pay_on <= today);

/**
 * @returns undefined if staff may charge; no method is charged after a final refusal (M7)
 */
export function chargeBlockReason({
  order,
  payment,
  method_id,
  total_cents,
  isHeldBack,
  isDisputed,
  isHeld,
  pastAttempts,
  today,
}: Question): RefusalKind<never> | undefined {
  if (!isDueOn(payment, today)) return billingRefusals.payment_not_due;
  if (order.status !== 'active') return billingRefusals.order_not_active;
  if (total_cents !== null && total_cents < SMALLEST_CHARGE) return pricingRefusals.charge_too_small;
  if (isHeldBack) return billingRefusals.method_held_back;
  if (method_id === undefined) return billingRefusals.method_missing;
  if (isDisputed) return billingRefusals.method_disputed;
  if (isHeld) return billingRefusals.charge_held;
  return mayRetry(pastAttempts.filter(({ payment_method_id }) => payment_method_id === method_id))
    ? undefined
    : billingRefusals.method_exhausted;
}
