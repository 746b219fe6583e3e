import { MINUTE_MS, DAY_MS } from '#kit/durations.ts';

/** Within this time, an identical body without a key counts as the same press (O3). */
export const REPEAT_WINDOW_MS = MINUTE_MS;

/** A checkout answers within this time; an order activated later was answered as unconfirmed. */
const ANSWERED_WITHIN_MS = 45_000;

type Earlier = {
  user_id: number;
  status: string;
  request_hash: string;
  created_at: Date;
  activated_at: Date | null;
};

export type AnswerToRepeat = 'its_answer' | 'still_confirming' | 'order_exists';

/**
 * The same request gets the answer of the order: during the payment, within a minute of success, and within a
 * day of a late success (O2, O3, O10).
 */
export function answerToRepeat(
  earlier: Earlier,
  request: { user_id: number; request_hash: string },
  now: Date,
): AnswerToRepeat {
  const isSame = earlier.user_id === request.user_id && earlier.request_hash === request.request_hash;
  if (earlier.status === 'pending_payment') return isSame ? 'its_answer' : 'still_confirming';
  // The processor has not been asked yet; the same request reads again about the wait (A6).
  if (earlier.status === 'awaiting_aid' || earlier.status === 'awaiting_check')
    return isSame ? 'its_answer' : 'order_exists';
  const activatedMs = earlier.activated_at?.getTime() ?? 0;
  const wasUnconfirmed = activatedMs - earlier.created_at.getTime() > ANSWERED_WITHIN_MS;
  const isRecent = now.getTime() - activatedMs <= (wasUnconfirmed ? DAY_MS : REPEAT_WINDOW_MS);
  return isSame && isRecent ? 'its_answer' : 'order_exists';
}
