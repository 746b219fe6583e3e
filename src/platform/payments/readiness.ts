export type Kind = 'card' | 'bank';

/** The permission of Stripe for a kind of payment. */
export type Capability = 'active' | 'pending' | 'inactive' | 'not_requested' | 'unknown';

/** The permissions of the account of the company. */
export type Readiness = {
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: Readonly<Record<Kind, Capability>>;
  /** the company on the statements of families; null if not set */
  statement_descriptor: string | null;
  /** daily, weekly, monthly, manual; null if unknown */
  payout_interval: string | null;
  requirements: {
    /** names of the data still demanded from the company */
    due: readonly string[];
    past_due: readonly string[];
    deadline: Date | null;
    disabled_reason: string | null;
  };
};
