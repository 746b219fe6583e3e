import type { Cents } from '#kit/money.ts';

/** Money of a card's charge that its payer takes back through the bank of the card. */
export type Dispute = {
  ref: string;
  charge_ref: string;
  amount_cents: Cents;
  /** what has left our balance for it, and what of that came back */
  withdrawn_cents: Cents;
  reinstated_cents: Cents;
  /** what the processor keeps for it */
  fee_cents: Cents;
  /** a `warning` is a question of the bank, for which no money has moved; one that came to nothing is won */
  state: 'warning' | 'open' | 'answered' | 'won' | 'lost';
  /** the processor's word for a state without a word here: `open` if money is withdrawn, else `warning` */
  unknown_state: string | null;
  /** the bank has decided, and its decision is contested */
  is_appeal: boolean;
  /** the processor's word for what the payer says */
  reason: string;
  /** until when it can be answered */
  due_by: Date | null;
};

/** A dispute with what its charge is; null for what this portal did not ask for. */
export type ReadDispute<Charge> = {
  attempt_id: number | null;
  dispute: Dispute;
  charge: Charge | null;
  /** of a bank debit: it is nothing but a return, which its charge tells */
  is_return: boolean;
};
