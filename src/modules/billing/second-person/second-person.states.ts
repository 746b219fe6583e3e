/** What a second person of the staff approves (H4). */
export const SECOND_PERSON_KINDS = ['refund', 'refund_request', 'waiver'] as const;
export type SecondPersonKind = (typeof SECOND_PERSON_KINDS)[number];

export const SECOND_PERSON_OUTCOMES = ['approved', 'declined'] as const;
export type SecondPersonOutcome = (typeof SECOND_PERSON_OUTCOMES)[number];
