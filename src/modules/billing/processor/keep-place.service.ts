import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { PlacedQuestion } from '#platform/payments/gateway.ts';

/**
 * From the call of `keep` until the commit, the question has a place in the processor's line; the caller asks
 * right afterwards. The steps call `keep` once a question is certain: a repeated press asks nothing (S25).
 * @throws payments_busy, processor_busy to staff by `keep`, before anything is written or asked, if the
 *   answer would come too late
 */
export async function keepingPlace<T>(
  { gateway }: Pick<BillingContext, 'gateway'>,
  question: PlacedQuestion,
  before: (keep: () => void) => Promise<T>,
  { isByStaff = false } = {},
): Promise<T> {
  let release: (() => void) | undefined;
  const keep = () => {
    const place = release ?? gateway.keepPlace?.(question);
    if (place === 'busy')
      throw new Refusal(isByStaff ? billingRefusals.processor_busy : billingRefusals.payments_busy);
    release = place;
  };
  try {
    return await before(keep);
  } finally {
    release?.();
  }
}
