import type { Cents } from '#kit/money.ts';

export type Dispute = {
  ref: string;
  charge_ref: string;
  amount_cents: Cents;
  /** left our balance for the dispute; `reinstated_cents` is the part already returned */
  withdrawn_cents: Cents;
  reinstated_cents: Cents;
  fee_cents: Cents;
  /** a `warning` is a question of the bank, without a movement of money; a closed warning is won */
  state: 'warning' | 'open' | 'answered' | 'won' | 'lost';
  /** a state unknown to the port; `state` is then `open` if money is withdrawn, else `warning` */
  unknown_state: string | null;
  is_appeal: boolean;
  reason: string;
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
