import { invariant } from '#kit/invariant.ts';
import type { RefundOutcome } from '#platform/payments/gateway.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import type { RefundRow } from './refunds.queries.ts';
import { answerOr } from '#modules/billing/processor/ask-processor.service.ts';

/** Asks for a refund: the same request and key every time it is sent. */
export function askRefund(
  billing: BillingContext,
  { id, chargeRef, amountCents, idemKey }: RefundRow,
): Promise<RefundOutcome> {
  invariant(chargeRef, `refund ${id} goes through the processor`);
  const request = { refund_id: id, charge_ref: chargeRef, amount_cents: amountCents };
  return answerOr<RefundOutcome>(
    billing,
    () => billing.gateway.refund(request, idemKey),
    (cause) => ({ k: 'unknown', cause }),
  );
}
