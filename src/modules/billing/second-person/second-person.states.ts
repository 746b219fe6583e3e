/**
 * What a second person of the staff approves (H4); `aid_end` declines aid, ends its order and refunds it,
 * `aid_confirm` confirms aid, `received` marks a payment as paid by check or in cash.
 */
export const SECOND_PERSON_KINDS = [
  'refund',
  'refund_request',
  'waiver',
  'received',
  'aid_confirm',
  'aid_end',
] as const;
export type SecondPersonKind = (typeof SECOND_PERSON_KINDS)[number];

export const SECOND_PERSON_OUTCOMES = ['approved', 'declined'] as const;
export type SecondPersonOutcome = (typeof SECOND_PERSON_OUTCOMES)[number];

/** By this item a refusal says that nothing was wrong: a colleague was asked to approve it. */
export const ASKED = { asked: 'second_person' } as const;

/**
 * What staff give away of an order besides refunds, which have rows of their own. `received` is in it because
 * the portal can't see the check or the cash; `award` is aid by a code that staff made, `aid` any other.
 */
export const CONCESSION_KINDS = ['waiver', 'lowered', 'received', 'aid', 'award', 'discount'] as const;
export type ConcessionKind = (typeof CONCESSION_KINDS)[number];
