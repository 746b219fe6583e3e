/** A way to pay that may be closed alone. */
export type Kind = 'card' | 'bank';

/** Whether Stripe lets the account take one kind of payment; `unknown` where it does not say. */
export type Capability = 'active' | 'pending' | 'inactive' | 'not_requested' | 'unknown';

/** What the processor lets the company's account do. */
export type Readiness = {
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: Readonly<Record<Kind, Capability>>;
  /** as families read the company on their statements; null where nobody has set it */
  statement_descriptor: string | null;
  /** how often money is sent to the company's bank: daily, weekly, monthly, manual; null where unknown */
  payout_interval: string | null;
  requirements: {
    /** names of what the processor asks the company for */
    due: readonly string[];
    past_due: readonly string[];
    deadline: Date | null;
    /** why charges or payouts are not enabled */
    disabled_reason: string | null;
  };
};
