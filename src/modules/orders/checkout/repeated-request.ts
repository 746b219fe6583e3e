import { MINUTE_MS, DAY_MS } from '#kit/durations.ts';

/** How long an identical body without a key is taken for the same press of the button (O3). */
export const REPEAT_WINDOW_MS = MINUTE_MS;

/** A checkout answers within this time; an order that became active later was answered as unconfirmed. */
const ANSWERED_WITHIN_MS = 45_000;

type Earlier = {
  user_id: number;
  status: string;
  request_hash: string;
  created_at: Date;
  activated_at: Date | null;
};

/** How a request is answered that meets an order already holding the student's place on the route. */
export type AnswerToRepeat = 'its_answer' | 'still_confirming' | 'order_exists';

/**
 * What pressing Checkout again means. The same request gets the answer of its order: while that is
 * being paid, within a minute of its success, and for a day where the family was told to wait.
 * Anything else is told that the order exists, or that its payment is still being confirmed (O2, O3, O10).
 */
export function answerToRepeat(
  earlier: Earlier,
  request: { user_id: number; request_hash: string },
  now: Date,
): AnswerToRepeat {
  const isSame = earlier.user_id === request.user_id && earlier.request_hash === request.request_hash;
  if (earlier.status === 'pending_payment') return isSame ? 'its_answer' : 'still_confirming';
  // It has no answer of the processor yet: the same request is told again that it waits (A6).
  if (earlier.status === 'awaiting_aid') return isSame ? 'its_answer' : 'order_exists';
  const activatedMs = earlier.activated_at?.getTime() ?? 0;
  const wasUnconfirmed = activatedMs - earlier.created_at.getTime() > ANSWERED_WITHIN_MS;
  const isRecent = now.getTime() - activatedMs <= (wasUnconfirmed ? DAY_MS : REPEAT_WINDOW_MS);
  return isSame && isRecent ? 'its_answer' : 'order_exists';
}
