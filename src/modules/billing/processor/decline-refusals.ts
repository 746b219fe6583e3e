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
  authentication_required: billingRefusals.card_needs_confirmation,
  account_unusable: billingRefusals.account_unusable,
  method_gone: billingRefusals.method_gone,
  // The family must not read the reason.
  blocked: billingRefusals.card_declined,
  over_limit: billingRefusals.charge_over_limit,
  // The same sentence serves cards and debits: the family knows the way of payment.
  company_limit: billingRefusals.payment_over_company_limit,
  refused_request: billingRefusals.payment_refused_here,
};

export const askToConfirm = (order_id: number, { client_secret }: { client_secret: string }): Refusal =>
  new Refusal(billingRefusals.payment_action_required as RefusalKind, { told: { order_id, client_secret } });

export function refusalOfDecline(code: DeclineCode): Refusal {
  return new Refusal(REFUSAL_OF[code] as RefusalKind);
}
