import type { Unanswered } from '#platform/payments/gateway.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';

export type LostAnswer = Unanswered;

/** Asks outside any transaction. Every error and every late answer is `unknown`, never a refusal. */
export async function askProcessor<Answer>(
  { answerLimitMs, log }: Pick<BillingContext, 'answerLimitMs' | 'log'>,
  ask: () => Promise<Answer>,
): Promise<Answer | LostAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<LostAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ k: 'unknown', cause: 'no answer in time' }), answerLimitMs);
  });
  try {
    return await Promise.race([ask(), limit]);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'the processor gave no answer');
    return { k: 'unknown', cause: 'no answer' };
  } finally {
    clearTimeout(timer);
  }
}

const isLost = (answer: unknown): answer is LostAnswer =>
  typeof answer === 'object' && answer !== null && 'k' in answer && answer.k === 'unknown';

export async function askAgain<Answer>(
  billing: Pick<BillingContext, 'answerLimitMs' | 'log' | 'replayDelaysMs' | 'wait'>,
  ask: () => Promise<Answer>,
): Promise<Exclude<Answer, LostAnswer> | LostAnswer> {
  let answer = await askProcessor(billing, ask);
  for (const delay of billing.replayDelaysMs) {
    if (!isLost(answer)) break;
    await billing.wait(delay);
    answer = await askProcessor(billing, ask);
  }
  return answer as Exclude<Answer, LostAnswer> | LostAnswer;
}
