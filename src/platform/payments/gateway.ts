import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import type { Secret } from '#kit/secret.ts';
import type { Processor } from './processor.ts';
import type { Charged, GivenBack } from './charged.ts';
import type { ReadDispute } from './dispute.ts';
import type { Movement, Payout } from './movement.ts';
import type { RefundRefusal } from './refund-refusal.ts';

/** Kept in memory alone, between the request and the processor. */
export type RawCard = {
  kind: 'card';
  number: Secret;
  name: string;
  exp_month: number;
  exp_year: number;
  ccid: Secret;
};

export type RawBank = {
  kind: 'bank';
  first_name: string;
  last_name: string;
  routing_number: string;
  account_number: Secret;
  account_type: 'Checking' | 'Savings';
};

export type Funding = 'credit' | 'debit' | 'prepaid' | 'unknown';

/** All fields may be stored. */
export type SavedInstrument = {
  ref: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
  funding: Funding | null;
  /** equal for each save of the same card or account; null if the processor does not say */
  fingerprint: string | null;
  holder: string | null;
  bank_name: string | null;
  /** by the ZIP of a card's billing address; null if the processor does not say */
  billing_state: string | null;
};

export type Payer = { user_id: number; email: string | null; name: string | null };

/** All values are frozen. */
export type EntryRequest = { entry_id: number; user_id: number; kind: 'card' | 'bank'; customer: string };

/** The secret opens the fields: the family gets the secret, and the secret is never stored. */
export type BegunEntry =
  | { k: 'begun'; ref: string; client_secret: string }
  | { k: 'refused'; code: DeclineCode }
  /** the processor has deleted the customer: nothing can be entered any more */
  | { k: 'customer_gone' }
  | { k: 'unknown'; cause: string };

/** The page for the answer of the family, and the first day for an answer. */
export type Verifying = {
  instrument: SavedInstrument;
  verify_url: string | null;
  arrives_on: PlainDate | null;
};

/** After `refused`, the family may enter again; `tries` counts the refusals. */
export type Entry =
  | { k: 'open' }
  | ({ k: 'verifying' } & Verifying)
  | { k: 'saved'; instrument: SavedInstrument; mandate_ref: string | null }
  | { k: 'refused'; code: DeclineCode; tries: number }
  | { k: 'ended' }
  | { k: 'unknown'; cause: string };

export type ReturnCode = `R${number}`;

export type DeclineCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'wrong_code'
  | 'processing_error'
  | 'invalid_number'
  | 'sandbox_numbers_only'
  /** the bank wants a confirmation, and the payer was away */
  | 'authentication_required'
  /** the bank takes no debits from this account */
  | 'account_unusable'
  | 'method_gone'
  /** lost, stolen or suspected of fraud; the family reads "declined" */
  | 'blocked'
  | 'over_limit'
  /** the processor takes no more debits of the company for now, or not of this sum; no bank was asked */
  | 'company_limit'
  /** a wrong request: a mistake of this portal or of a setting; no bank was asked */
  | 'refused_request';

/** When to ask again: never, on another day, or only with another method. */
export type NextAttempt = 'never' | 'later' | 'new_method';

/**
 * The result of a charge request. Only an explicit, typed refusal is `declined`. Time-outs, odd bodies and
 * server errors are `unknown`: neither yes nor no. `pending` is a bank debit under way.
 */
export type ChargeOutcome =
  | { k: 'succeeded'; ref: string }
  /** `mandate_ref`: the authorization of a debit, as recorded by the processor */
  | { k: 'pending'; ref: string; mandate_ref?: string | null }
  /**
   * the payer has to confirm at the bank, in the browser; the secret is for the payer alone and never stored
   */
  | { k: 'action'; ref: string; client_secret: string }
  | { k: 'returned'; ref: string; code: ReturnCode; next: NextAttempt }
  | { k: 'declined'; ref?: string; code: DeclineCode; next: NextAttempt; reason?: ProcessorReason }
  | Unanswered;

/** Neither yes nor no. With a spent key, only a look-up helps; with a refused account, nobody may ask. */
export type Unanswered = {
  k: 'unknown';
  cause: string;
  reason?: ProcessorReason;
  is_key_spent?: true;
  is_account_refused?: true;
};

export type SaveOutcome =
  | { k: 'saved'; instrument: SavedInstrument }
  /** an account not chargeable before the family confirms the deposits; read as an entry by `ref` */
  | ({ k: 'verifying'; ref: string } & Verifying)
  | { k: 'refused'; code: DeclineCode }
  | { k: 'unknown'; cause: string };

/** Frozen in the row of the attempt before the request. */
export type ChargeRequest = {
  attempt_id: number;
  order_id: number;
  payment_number: number;
  customer: string;
  method_ref: string;
  kind: 'card' | 'bank';
  presence: 'here' | 'away';
  /** the page for a payer at the screen, on the way back from the bank; former requests have none (MS3) */
  return_url?: string;
  /** of a card charged again by the plan of an order, while the payer is away (MS10.5) */
  usage?: 'installment';
  amount_cents: Cents;
  statement: string;
};

/** From an earlier version; sent again unchanged. */
type FormerRequest = Omit<ChargeRequest, 'payment_number' | 'kind' | 'presence' | 'statement'>;

export type AnyChargeRequest = ChargeRequest | (FormerRequest & { kind?: undefined });

/** A refund to the method of the charge. A look-up finds the refund by our id. */
export type GatewayRefundRequest = { refund_id: number; charge_ref: string; amount_cents: Cents };

/**
 * The outcome of a refund. Only an explicit refusal is `refused`. `pending` is accepted, and becomes
 * `succeeded` or `refused` later. `bounced`: the refund had succeeded, and the money came back to us.
 */
export type RefundOutcome =
  | { k: 'succeeded'; ref: string }
  /** `balance`: carried out as soon as our balance at the processor is high enough */
  | { k: 'pending'; ref: string; waits_for?: 'balance' }
  | { k: 'bounced'; ref: string; code: string }
  | { k: 'refused'; ref?: string; code: RefundRefusal; reason?: ProcessorReason }
  | Unanswered;

export type ObservedObject = {
  /** a `warning` names the charge suspected of fraud */
  kind: 'charge' | 'refund' | 'payout' | 'entry' | 'method' | 'mandate' | 'dispute' | 'warning';
  ref: string;
};

/** The new state is read from the object itself: events may come twice, late or from somebody else. */
export type ProcessorEvent = { id: string; at: Date; object: ObservedObject };

/** `attempt_id` is null if this portal did not ask for the charge. */
export type ChargeReading = Charged & { attempt_id: number | null; outcome: ChargeOutcome };

export type DisputeReading = ReadDispute<ChargeOutcome>;

export type RefundReading = GivenBack & { refund_id: number | null; outcome: RefundOutcome };

type Found<Outcome> = Promise<Outcome | 'absent' | 'undetermined'>;

export type PlacedQuestion = 'charge' | 'entry' | 'refund';

/** The port to a payment processor. Every call carries our idempotency key (reliability 1.1). */
export type PaymentGateway = {
  readonly processor: Processor;
  /** with `hosted` fields, card and account numbers never come here */
  readonly caps: {
    fields: 'ours' | 'hosted';
    ach: boolean;
    idemHours: number;
    /** how many days after the debit a refund is possible; null: always */
    debitRefundDays: number | null;
  };
  /** reserves a place in the queue for a waiting person, until the request */
  keepPlace?(question: PlacedQuestion): (() => void) | 'busy';
  ensureCustomer(payer: Payer, key: string): Promise<string>;
  beginEntry(request: EntryRequest, key: string): Promise<BegunEntry>;
  readEntry(ref: string, request: EntryRequest): Promise<Entry | 'absent'>;
  endEntry(ref: string, request: EntryRequest, key: string): Promise<Entry | 'absent'>;
  readMethod(ref: string): Promise<SavedInstrument | 'absent'>;
  readMandate(ref: string): Promise<'active' | 'inactive' | 'pending' | 'absent'>;
  /** removes a method from the customer; a missing method counts as done */
  forgetMethod(ref: string, key: string): Promise<'forgotten' | { k: 'unknown'; cause: string }>;
  saveMethod(instrument: RawCard | RawBank, customer: string, key: string): Promise<SaveOutcome>;
  charge(request: AnyChargeRequest, key: string): Promise<ChargeOutcome>;
  /** ends a charge waiting for the payer, unless paid or declined already; returns the outcome */
  giveUpCharge(ref: string, key: string): Promise<ChargeOutcome>;
  /** finds a charge by our attempt, after a lost answer */
  findCharge(request: { attempt_id: number; customer: string; since: Date }): Found<ChargeOutcome>;
  refund(request: GatewayRefundRequest, key: string): Promise<RefundOutcome>;
  /** finds a refund by our id, after a lost answer */
  findRefund(request: { refund_id: number; charge_ref: string }): Found<RefundOutcome>;
  readCharge(ref: string): Promise<ChargeReading | 'absent'>;
  readRefund(ref: string): Promise<RefundReading | 'absent'>;
  readDispute(ref: string): Promise<DisputeReading | 'absent'>;
  pageOfDispute(ref: string): string | null;
  /** in no certain order; an event may appear a few minutes late, so callers ask for a longer span */
  eventsSince(at: Date): AsyncIterable<ProcessorEvent>;
  /** the answer of the payer at the bank, in the sandbox alone */
  confirm?(client_secret: string, isConfirmed: boolean): Promise<boolean>;
  /** in no certain order */
  movements(since?: Date): AsyncIterable<Movement>;
  payouts(since: Date): AsyncIterable<Payout>;
  readPayout(ref: string): Promise<Payout | 'absent'>;
  /** the sum of all movements less their fees, including money on the way */
  balance(): Promise<Cents>;
};
