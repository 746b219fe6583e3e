import { reasonText, type ProcessorReason } from '#kit/processor-reason.ts';
import type { Unanswered } from '#platform/payments/gateway.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { ProcessorError } from '#platform/payments/processor-error.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';

export type LostAnswer = Unanswered;

/** Why there is no answer, in a line for staff. */
export const lostText = ({ reason, cause }: LostAnswer): string => (reason ? reasonText(reason) : cause);

type AnyResult = LostAnswer | { k: string; reason?: ProcessorReason };

/** The column of a charge attempt or refund; empty for a result without a reason (MS9). */
export function processorReason(result: AnyResult): { processor_reason?: ProcessorReason } {
  if (result.reason) return { processor_reason: result.reason };
  if (!('cause' in result)) return {};
  return { processor_reason: { message: result.cause, code: null, request_id: null } };
}

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
    const reason = error instanceof ProcessorError && { reason: error.reason };
    return { k: 'unknown', cause: 'no answer', ...reason };
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
