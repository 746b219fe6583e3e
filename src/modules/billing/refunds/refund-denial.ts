import { Refusal, type RefusalKind } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { RefundPlan, RefundDenialCode } from './refund-plan.ts';

const DENIALS = {
  nothing_left: billingRefusals.refund_nothing_left,
  above_left: billingRefusals.refund_above_left,
  above_principal: billingRefusals.refund_above_principal,
  on_its_way: billingRefusals.refund_charge_on_its_way,
  unsettled: billingRefusals.refund_not_settled,
  disputed: billingRefusals.refund_disputed,
  returned: billingRefusals.refund_returned,
  elsewhere: billingRefusals.refund_elsewhere,
  too_old: billingRefusals.refund_too_old,
  received: billingRefusals.refund_received_outside,
} satisfies Record<RefundDenialCode, unknown>;

export function refundDenial({
  why,
  payment_number = 0,
}: Extract<RefundPlan, { k: 'refused' }>): Refusal<{ payment_number: number }> {
  return new Refusal(DENIALS[why] as RefusalKind<{ payment_number: number }>, { data: { payment_number } });
}
