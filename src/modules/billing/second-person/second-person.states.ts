/** What a second person of the staff approves (H4); `aid_end` declines aid, ends its order and refunds it. */
export const SECOND_PERSON_KINDS = ['refund', 'refund_request', 'waiver', 'aid_end'] as const;
export type SecondPersonKind = (typeof SECOND_PERSON_KINDS)[number];

export const SECOND_PERSON_OUTCOMES = ['approved', 'declined'] as const;
export type SecondPersonOutcome = (typeof SECOND_PERSON_OUTCOMES)[number];

/** By this item a refusal says that nothing was wrong: a colleague was asked to approve it. */
export const ASKED = { asked: 'second_person' } as const;
