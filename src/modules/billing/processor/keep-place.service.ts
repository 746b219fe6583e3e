import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';

/**
 * Does what comes before a question that a person waits for, while its place in the processor's line is kept.
 * The caller asks right afterwards.
 * @throws payments_busy  before anything is written or asked, where the answer would come too late
 * Source: S25
 */
export async function keepingPlace<T>(
  { gateway }: Pick<BillingContext, 'gateway'>,
  question: 'charge' | 'entry',
  before: () => Promise<T>,
): Promise<T> {
  const release = gateway.keepPlace?.(question);
  if (release === 'busy') throw new Refusal(billingRefusals.payments_busy);
  try {
    return await before();
  } finally {
    release?.();
  }
}
