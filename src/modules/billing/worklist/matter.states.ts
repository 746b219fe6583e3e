/** What staff can do about a matter on the worklist itself; null where it goes when its cause is gone. */
export type MatterStep = 'settle' | 'read_again' | 'release' | null;

/**
 * Every kind of matter of money that wants a person, with what the worklist offers for it. A kind more is a
 * line here, its source in `list-matters.service.ts` and its words in `staff/money/matter-texts.ts`.
 */
export const MATTERS = {
  /** the processor would not take our requests, so nothing due is collected until staff release it */
  collection_stopped: 'release',
  /** the company has reached its limit of debits, or of cards, at the processor (MS2) */
  debits_stopped: 'release',
  cards_stopped: 'release',
  /** the processor could not say what became of a charge */
  charge_unclear: 'settle',
  refund_unclear: 'settle',
  /** money moved on a charge that had been given up, or a second time */
  charge_contradicts: 'settle',
  refund_contradicts: 'settle',
  /** done, and its money came back days later */
  refund_came_back: 'settle',
  refund_failed: 'settle',
  /** refused, as the balance at the processor did not reach for it */
  refund_short_of_balance: 'settle',
  /** the balance at the processor does not reach for it */
  refund_waits_for_balance: null,
  refund_stuck: null,
  /** a bank took back a debit that had been refunded */
  returned_after_refund: 'settle',
  /** a bank took back a debit of an order that had ended; the family is asked for nothing (MC4) */
  returned_after_end: 'settle',
  /** a bank asks, and no money has moved */
  dispute_warning: null,
  dispute_open: null,
  dispute_answered: null,
  /** its status at the processor has no word here */
  dispute_unknown: null,
  dispute_lost: 'settle',
  dispute_lost_in_part: 'settle',
  dispute_contradicts: 'settle',
  fraud_warning: 'settle',
  /** its card or account was taken away at the processor, and its family has no other */
  payment_unpayable: null,
  /** its day has come, and it is less than a processor charges */
  payment_too_small: null,
  /** made by hand at the processor, or by another portal on the account */
  foreign_charge: 'settle',
  foreign_refund: 'settle',
  /** our ledger and the processor's books do not say the same; closed where they are compared */
  difference: null,
  /** more debits come back than half of what the network allows */
  debits_come_back: null,
  /** the company's bank did not take it */
  payout_failed: 'settle',
  /** the list of events cannot be read to its end, so nothing due is collected */
  events_unread: null,
  /** what the processor tells of cannot be read, or not be booked */
  event_fails: 'read_again',
} as const satisfies Record<string, MatterStep>;

export type MatterKind = keyof typeof MATTERS;
export const MATTER_KINDS = Object.keys(MATTERS) as [MatterKind, ...MatterKind[]];

/** As many matters of each kind as the worklist shows; the oldest. */
export const MATTERS_SHOWN = 200;

/** The kinds of which there are as many as are shown, so that there may be more. */
export const kindsCutShort = (matters: readonly { kind: MatterKind }[]): MatterKind[] =>
  MATTER_KINDS.filter((kind) => matters.filter((matter) => matter.kind === kind).length >= MATTERS_SHOWN);
