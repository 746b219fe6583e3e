import { invariant } from '#kit/invariant.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { ChargeRequest, Outcome, RefundOutcome } from '#platform/payments/gateway.ts';
import type { Attempt } from './attempts.queries.ts';
import type { Billing } from './billing.service.ts';
import type { RefundRow } from './refunds.queries.ts';

/** The request of an attempt, the same every time it is sent. */
export const requestOf = (attempt: Attempt): ChargeRequest => ({ attempt_id: attempt.id, ...attempt.params });

/** Asks for money. Whatever is thrown and whatever takes too long is `unknown`, never a refusal. */
export function askProcessor(billing: Billing, request: ChargeRequest, key: string): Promise<Outcome> {
  return answerOr(
    billing,
    () => billing.gateway.charge(request, key),
    (cause) => ({ k: 'unknown', cause }),
  );
}

/** Asks for a refund: the same request and key every time it is sent. */
export function askRefund(
  billing: Billing,
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

/** One question to the processor, outside any transaction, with a limit on its answer. */
export async function answerOr<Answer>(
  billing: Billing,
  ask: () => Promise<Answer>,
  otherwise: (cause: string) => Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(otherwise('no answer in time')), billing.answerLimitMs);
  });
  try {
    return await Promise.race([ask(), limit]);
  } catch (error) {
    billing.log.warn({ error: describeError(error) }, 'the processor gave no answer');
    return otherwise('no answer');
  } finally {
    clearTimeout(timer);
  }
}
