import type { Stripe } from 'stripe';
import type { BankDays } from './bank-days.ts';
import type { EventLog } from './events.ts';
import type { DebitLimit, Decline, Plan } from './instruments.ts';
import type { Store } from './store.ts';

/** What a test sets for charges and refunds that come, whatever the instrument. */
export type Switches = {
  /** the next charges of cards are refused so, one after the other */
  declines: Decline[];
  /** the company has reached its limit of debits, whichever account is debited */
  debitLimit: DebitLimit | null;
  refunds: ('succeeds' | 'pending' | 'no_balance' | 'refused_for_balance' | 'comes_back')[];
  /** why a refund comes back */
  failure_reason: string;
  hasPayouts: boolean;
  /** the next payout comes back from our bank */
  isNextPayoutFailing: boolean;
};

/** One simulated Stripe account. */
export type World = {
  account_id: string;
  /** what the account may do; a test changes it */
  account: Pick<Stripe.Account, 'charges_enabled' | 'payouts_enabled' | 'capabilities'> & {
    statement_descriptor: string | null;
    payout_interval: string;
    requirements: Partial<Stripe.Account.Requirements>;
  };
  clock: BankDays;
  store: Store;
  events: EventLog;
  switches: Switches;
  /** what each payment method does, by its id */
  plans: Map<string, Plan>;
  /** in which payout a movement went to the bank */
  paidOut: Map<string, string>;
};

/** An operation: what it is asked, which id stands in its path, and under which key. */
export type Asked = { params: Record<string, unknown>; id: string; key: string | null };

/** What Stripe keeps about each object that it makes. */
export const stamp = ({ clock }: Pick<World, 'clock'>) => ({ created: clock.now(), livemode: false });

export const metadataOf = (params: Asked['params']): Stripe.Metadata =>
  Object.fromEntries(
    Object.entries((params.metadata ?? {}) as Record<string, string>).filter(([, value]) => value !== ''),
  );
