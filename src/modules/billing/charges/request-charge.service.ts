import type { ChargeRequest, ChargeOutcome } from '#platform/payments/gateway.ts';
import type { Attempt } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import { answerOr } from '#modules/billing/processor/ask-processor.service.ts';

/** The request of an attempt, the same every time it is sent. */
export const requestOf = (attempt: Attempt): ChargeRequest => ({ attempt_id: attempt.id, ...attempt.params });

/** Asks for money. Whatever is thrown and whatever takes too long is `unknown`, never a refusal. */
export function askProcessor(
  billing: BillingContext,
  request: ChargeRequest,
  key: string,
): Promise<ChargeOutcome> {
  return answerOr(
    billing,
    () => billing.gateway.charge(request, key),
    (cause) => ({ k: 'unknown', cause }),
  );
}
