import { invariant } from '#kit/invariant.ts';
import type { RefundOutcome } from '#platform/payments/gateway.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import type { RefundRow } from './refunds.queries.ts';
import { answerOr } from '#modules/billing/processor/ask-processor.service.ts';

/** Asks for a refund: the same request and key every time it is sent. */
export function askRefund(
  billing: BillingContext,
  { id, charge_ref, amount_cents, idem_key }: RefundRow,
): Promise<RefundOutcome> {
  invariant(charge_ref, `refund ${id} goes through the processor`);
  const request = { refund_id: id, charge_ref, amount_cents };
  return answerOr<RefundOutcome>(
    billing,
    () => billing.gateway.refund(request, idem_key),
    (cause) => ({ k: 'unknown', cause }),
  );
}
