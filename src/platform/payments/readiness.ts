export type Kind = 'card' | 'bank';

export type Capability = 'active' | 'pending' | 'inactive' | 'not_requested' | 'unknown';

export type Readiness = {
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: Readonly<Record<Kind, Capability>>;
  statement_descriptor: string | null;
  payout_interval: string | null;
  requirements: {
    /** names of the data still demanded from the company */
    due: readonly string[];
    past_due: readonly string[];
    deadline: Date | null;
    disabled_reason: string | null;
  };
};
