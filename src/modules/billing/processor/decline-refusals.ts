import { Refusal, type RefusalKind } from '#kit/refusal.ts';
import type { DeclineCode } from '#platform/payments/gateway.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';

const REFUSAL_OF: Record<DeclineCode, RefusalKind<never>> = {
  declined: billingRefusals.card_declined,
  insufficient_funds: billingRefusals.card_insufficient_funds,
  expired: billingRefusals.card_expired,
  wrong_code: billingRefusals.card_wrong_code,
  processing_error: billingRefusals.processing_error,
  invalid_number: billingRefusals.number_invalid,
  sandbox_numbers_only: billingRefusals.sandbox_numbers_only,
};

/** What the family reads when the processor refuses a charge or a number. */
export function refusalOfDecline(code: DeclineCode): Refusal {
  return new Refusal(REFUSAL_OF[code] as RefusalKind);
}
