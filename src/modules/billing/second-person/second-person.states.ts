/**
 * What a second person approves (H4); `aid_end` declines aid, ends the order and refunds the family,
 * `received` marks a payment as paid by check or in cash; `amendment` refunds the difference of a contract.
 */
export const SECOND_PERSON_KINDS = [
  'refund',
  'refund_request',
  'waiver',
  'received',
  'aid_confirm',
  'aid_end',
  'amendment',
] as const;
export type SecondPersonKind = (typeof SECOND_PERSON_KINDS)[number];

export const SECOND_PERSON_OUTCOMES = ['approved', 'declined'] as const;
export type SecondPersonOutcome = (typeof SECOND_PERSON_OUTCOMES)[number];

/** The refusal carries this item when a colleague was asked and nothing was wrong. */
export const ASKED = { asked: 'second_person' } as const;

/**
 * Refunds have rows of their own. `received` is a concession because the portal cannot see the check or the
 * cash; `award` is aid by a code made by staff, `aid` any other aid.
 */
export const CONCESSION_KINDS = ['waiver', 'lowered', 'received', 'aid', 'award', 'discount'] as const;
export type ConcessionKind = (typeof CONCESSION_KINDS)[number];
