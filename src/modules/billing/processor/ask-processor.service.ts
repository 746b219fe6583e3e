import { describeError } from '#platform/log/describe-error.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';

/** One question to the processor, outside any transaction, with a limit on its answer. */
export async function answerOr<Answer>(
  billing: BillingContext,
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
