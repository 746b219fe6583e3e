import type { Cents } from '#kit/money.ts';

/** A dispute: the payer takes money of a card charge back through the bank of the card. */
export type Dispute = {
  ref: string;
  charge_ref: string;
  amount_cents: Cents;
  /** left our balance for the dispute; `reinstated_cents` is the part already returned */
  withdrawn_cents: Cents;
  reinstated_cents: Cents;
  /** kept by the processor */
  fee_cents: Cents;
  /** a `warning` is a question of the bank, without a movement of money; a closed warning is won */
  state: 'warning' | 'open' | 'answered' | 'won' | 'lost';
  /**
   * a state unknown to the port, in the word of the processor; `state` is then `open` if money is withdrawn,
   * else `warning`
   */
  unknown_state: string | null;
  /** the decision of the bank is contested */
  is_appeal: boolean;
  /** the claim of the payer, in the word of the processor */
  reason: string;
  /** the last instant for an answer */
  due_by: Date | null;
};

/** A dispute with the outcome of the charge; null for a charge not made by this portal. */
export type ReadDispute<Charge> = {
  attempt_id: number | null;
  dispute: Dispute;
  charge: Charge | null;
  /** a dispute of a bank debit: only a return, reported by the charge as well */
  is_return: boolean;
};
