/** The action on the worklist; null if the matter goes away with the cause. */
export type MatterStep = 'settle' | 'read_again' | 'release' | null;

/**
 * A new kind needs a line here, a source in `list-matters.service.ts` and texts in
 * `office/money/matter-texts.ts`.
 */
export const MATTERS = {
  /** the processor rejects our requests, so nothing is collected until staff release the stop */
  collection_stopped: 'release',
  /** the company reached a limit of debits or cards at the processor (MS2) */
  debits_stopped: 'release',
  cards_stopped: 'release',
  /** no answer of the processor could be found */
  charge_unclear: 'settle',
  refund_unclear: 'settle',
  /** money moved on an attempt given up before, or a second time */
  charge_contradicts: 'settle',
  refund_contradicts: 'settle',
  /** the money came back days after the refund */
  refund_came_back: 'settle',
  refund_failed: 'settle',
  /** refused because the balance at the processor was too low */
  refund_short_of_balance: 'settle',
  /** waits because the balance at the processor is too low */
  refund_waits_for_balance: null,
  refund_stuck: null,
  /** a bank returned a refunded debit */
  returned_after_refund: 'settle',
  /** a bank returned a debit of an ended order; the family is asked for nothing (MC4) */
  returned_after_end: 'settle',
  /** a family has paid a congestion fee that staff have withdrawn (MC8) */
  withdrawn_fee_paid: 'settle',
  /** perhaps one child has two seats, under two records (MC10) */
  child_twice: 'settle',
  /** a bank asks, and no money has moved */
  dispute_warning: null,
  dispute_open: null,
  dispute_answered: null,
  /** a status of the processor unknown to the portal */
  dispute_unknown: null,
  dispute_lost: 'settle',
  dispute_lost_in_part: 'settle',
  dispute_contradicts: 'settle',
  fraud_warning: 'settle',
  /** the method was removed at the processor, and the family has no other */
  payment_unpayable: null,
  /** due, but below the processor's minimum */
  payment_too_small: null,
  /** made by hand at the processor, or by another portal on the account */
  foreign_charge: 'settle',
  foreign_refund: 'settle',
  /** closed on the reconciliation page */
  difference: null,
  /** more returns than half of the network's limit */
  debits_come_back: null,
  /** the company's bank rejected the payout */
  payout_failed: 'settle',
  /** the list of events cannot be read to the end, so nothing is collected */
  events_unread: null,
  /** an object cannot be read or booked */
  event_fails: 'read_again',
} as const satisfies Record<string, MatterStep>;

export type MatterKind = keyof typeof MATTERS;
export const MATTER_KINDS = Object.keys(MATTERS) as [MatterKind, ...MatterKind[]];

export const MATTERS_SHOWN = 200;

/** @returns the kinds with perhaps more matters than shown */
export const kindsCutShort = (matters: readonly { kind: MatterKind }[]): MatterKind[] =>
  MATTER_KINDS.filter((kind) => matters.filter((matter) => matter.kind === kind).length >= MATTERS_SHOWN);
