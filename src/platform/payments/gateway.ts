import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Secret } from '#kit/secret.ts';
import type { Processor } from './processor.ts';
import type { Charged, GivenBack } from './charged.ts';
import type { ReadDispute } from './dispute.ts';
import type { Movement, Payout } from './movement.ts';
import type { RefundRefusal } from './refund-refusal.ts';

/** A card as typed. It lives in memory between the request and the processor, and nowhere else. */
export type RawCard = {
  kind: 'card';
  number: Secret;
  name: string;
  exp_month: number;
  exp_year: number;
  ccid: Secret;
};

/** A bank account as typed; same rule. */
export type RawBank = {
  kind: 'bank';
  first_name: string;
  last_name: string;
  routing_number: string;
  account_number: Secret;
  account_type: 'Checking' | 'Savings';
};

/** Whose money a card spends; `unknown` where its processor cannot tell. */
export type Funding = 'credit' | 'debit' | 'prepaid' | 'unknown';

/** What the processor gives back for a saved instrument; all of it may be stored. */
export type SavedInstrument = {
  ref: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
  /** null for a bank account */
  funding: Funding | null;
  /** the same for the same card or account each time it is saved; null where the processor does not tell */
  fingerprint: string | null;
  /** who it belongs to, as it was entered at the processor; null where that is known here */
  holder: string | null;
  /** of an account, where its processor tells */
  bank_name: string | null;
  /** of a card, by the ZIP of its billing address; null where the processor does not tell */
  billing_state: string | null;
};

/** Who pays. A processor with fields of its own needs address and name. */
export type Payer = { user_id: number; email: string | null; name: string | null };

/** A card or account that is to be entered in the processor's own fields; all of it is frozen. */
export type EntryRequest = { entry_id: number; user_id: number; kind: 'card' | 'bank'; customer: string };

/** The fields are open for whoever knows the secret: it is given to the family and kept nowhere. */
export type BegunEntry =
  | { k: 'begun'; ref: string; client_secret: string }
  | { k: 'refused'; code: DeclineCode }
  /** the processor has deleted the customer: nothing can be entered for it, ever */
  | { k: 'customer_gone' }
  | { k: 'unknown'; cause: string };

/** An account that waits: where the family says what its bank was sent, and from which day on it can. */
export type Verifying = {
  instrument: SavedInstrument;
  verify_url: string | null;
  arrives_on: PlainDate | null;
};

/**
 * What has become of an entry. `refused` may still be tried again; `tries` is how often it was refused.
 * `verifying` is an account that waits for the family to say what its bank was sent.
 */
export type Entry =
  | { k: 'open' }
  | ({ k: 'verifying' } & Verifying)
  | { k: 'saved'; instrument: SavedInstrument; mandate_ref: string | null }
  | { k: 'refused'; code: DeclineCode; tries: number }
  | { k: 'ended' }
  | { k: 'unknown'; cause: string };

/** Why a bank sent a debit back. */
export type ReturnCode = `R${number}`;

export type DeclineCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'wrong_code'
  | 'processing_error'
  | 'invalid_number'
  | 'sandbox_numbers_only'
  /** its bank wants the payer to confirm, and nobody was there to do so */
  | 'authentication_required'
  /** its bank takes no debits from this account */
  | 'account_unusable'
  /** the processor no longer has the card or account */
  | 'method_gone'
  /** lost, stolen or suspected of fraud; the family reads that it was declined */
  | 'blocked'
  | 'over_limit'
  /** the processor takes no more debits of the company for now, or none of this sum: no bank was asked */
  | 'company_limit'
  /** the request itself was wrong: a mistake of this portal or a setting, and no bank was asked */
  | 'refused_request';

/** Whether asking again can help: never, on another day, or only with another method. */
export type NextAttempt = 'never' | 'later' | 'new_method';

/**
 * The result of asking the processor for money. Only an explicit, typed refusal is `declined`; time-outs, odd
 * bodies and server errors are `unknown`, which is neither yes nor no. `pending` is a bank debit on its way.
 */
export type ChargeOutcome =
  | { k: 'succeeded'; ref: string }
  /** `mandate_ref` is the processor's own record of the authorisation that a debit was made under */
  | { k: 'pending'; ref: string; mandate_ref?: string | null }
  /** the payer has to confirm at his bank, in his browser; the secret is for him alone and is never kept */
  | { k: 'action'; ref: string; client_secret: string }
  | { k: 'returned'; ref: string; code: ReturnCode; next: NextAttempt }
  | { k: 'declined'; ref?: string; code: DeclineCode; next: NextAttempt }
  | Unanswered;

/** Neither yes nor no; with a spent key only a look-up tells, with a refused account nobody lets us ask. */
export type Unanswered = { k: 'unknown'; cause: string; is_key_spent?: true; is_account_refused?: true };

export type SaveOutcome =
  | { k: 'saved'; instrument: SavedInstrument }
  /** an account that cannot be charged before its bank's deposits were told; read as an entry by `ref` */
  | ({ k: 'verifying'; ref: string } & Verifying)
  | { k: 'refused'; code: DeclineCode }
  | { k: 'unknown'; cause: string };

/** One charge, frozen in the attempt's row before it is sent. */
export type ChargeRequest = {
  attempt_id: number;
  order_id: number;
  payment_number: number;
  customer: string;
  method_ref: string;
  kind: 'card' | 'bank';
  /** whether the payer is at the screen and can be asked to confirm */
  presence: 'here' | 'away';
  amount_cents: Cents;
  /** the company, as the family reads it on its bank statement; at most 22 signs */
  statement: string;
};

/** One that was frozen before requests said more than a sum and a method; it is sent as it was. */
type FormerRequest = Omit<ChargeRequest, 'payment_number' | 'kind' | 'presence' | 'statement'>;

export type AnyChargeRequest = ChargeRequest | (FormerRequest & { kind?: undefined });

/** Money back to where a charge came from; our own id finds it again. */
export type GatewayRefundRequest = { refund_id: number; charge_ref: string; amount_cents: Cents };

/**
 * What became of a refund; as with charges, only an explicit refusal is one. `pending` is accepted and
 * becomes `succeeded` or `refused` later; `bounced` had succeeded, and its money came back to us.
 */
export type RefundOutcome =
  | { k: 'succeeded'; ref: string }
  /** `balance`: it is carried out when our balance at the processor reaches for it */
  | { k: 'pending'; ref: string; waits_for?: 'balance' }
  | { k: 'bounced'; ref: string; code: string }
  | { k: 'refused'; ref?: string; code: RefundRefusal }
  | Unanswered;

/** Something of the processor's that changes after it was made; `ref` is the processor's name of it. */
export type ObservedObject = {
  /** a `warning` names the charge that is held for fraud */
  kind: 'charge' | 'refund' | 'payout' | 'entry' | 'method' | 'mandate' | 'dispute' | 'warning';
  ref: string;
};

/**
 * Says only that an object has changed: look at it again. What it has become is read from the object itself,
 * so events may come twice, late, in any order or from somebody else. `id` is the processor's.
 */
export type ProcessorEvent = { id: string; at: Date; object: ObservedObject };

/** What a charge is now, and for which attempt it was made; null when this portal did not ask for it. */
export type ChargeReading = Charged & { attempt_id: number | null; outcome: ChargeOutcome };

/** The same of a dispute, with its charge. */
export type DisputeReading = ReadDispute<ChargeOutcome>;

/** The same of a refund. */
export type RefundReading = GivenBack & { refund_id: number | null; outcome: RefundOutcome };

type Found<Outcome> = Promise<Outcome | 'absent' | 'undetermined'>;

/** What a person may wait for, each in a line of its own. */
export type PlacedQuestion = 'charge' | 'entry' | 'refund';

/** The port to a payment processor. Every call carries our own idempotency key (reliability 1.1). */
export type PaymentGateway = {
  readonly processor: Processor;
  /** whose fields cards and accounts are typed into: then their numbers never come here */
  readonly caps: {
    fields: 'ours' | 'hosted';
    ach: boolean;
    idemHours: number;
    /** for how many days after it was made a debit can be given back; null is for ever */
    debitRefundDays: number | null;
  };
  /** keeps a place for what a person waits for, until it is asked; `busy` where that would be too long */
  keepPlace?(question: PlacedQuestion): (() => void) | 'busy';
  ensureCustomer(payer: Payer, key: string): Promise<string>;
  /** opens the processor's fields for one card or account */
  beginEntry(request: EntryRequest, key: string): Promise<BegunEntry>;
  /** what an entry of that request has become */
  readEntry(ref: string, request: EntryRequest): Promise<Entry | 'absent'>;
  /** closes the fields: nothing is entered in them any more */
  endEntry(ref: string, request: EntryRequest, key: string): Promise<Entry | 'absent'>;
  /** a saved card or account as it is now */
  readMethod(ref: string): Promise<SavedInstrument | 'absent'>;
  readMandate(ref: string): Promise<'active' | 'inactive' | 'pending' | 'absent'>;
  /** takes a method away from its customer; one that is gone counts as done */
  forgetMethod(ref: string, key: string): Promise<'forgotten' | { k: 'unknown'; cause: string }>;
  /** saves a method by its number, where the fields are ours; refused where they are not */
  saveMethod(instrument: RawCard | RawBank, customer: string, key: string): Promise<SaveOutcome>;
  charge(request: AnyChargeRequest, key: string): Promise<ChargeOutcome>;
  /** ends a charge that waits for its payer, unless it is paid or declined already; what it is then */
  giveUpCharge(ref: string, key: string): Promise<ChargeOutcome>;
  /** looks a charge up by our attempt, for processors whose answer was lost */
  findCharge(request: { attempt_id: number; customer: string; since: Date }): Found<ChargeOutcome>;
  /** gives back at most what the charge took less what went back already, once it has settled */
  refund(request: GatewayRefundRequest, key: string): Promise<RefundOutcome>;
  /** looks a refund up by our own id, when its answer was lost */
  findRefund(request: { refund_id: number; charge_ref: string }): Found<RefundOutcome>;
  /** what a charge is at this moment, by the processor's name of it */
  readCharge(ref: string): Promise<ChargeReading | 'absent'>;
  readRefund(ref: string): Promise<RefundReading | 'absent'>;
  readDispute(ref: string): Promise<DisputeReading | 'absent'>;
  /** the processor's own page of a dispute, where a person answers it; null where there is none */
  pageOfDispute(ref: string): string | null;
  /**
   * everything that has happened since an instant of the processor's clock, in no certain order. An event may
   * appear a few minutes late, so the caller asks for a little more than it has not seen
   */
  eventsSince(at: Date): AsyncIterable<ProcessorEvent>;
  /** what a payer does at his bank, at the sandbox alone; whether there was something to confirm */
  confirm?(client_secret: string, isConfirmed: boolean): Promise<boolean>;
  /** lines of the balance that were made since an instant, or all, in no certain order */
  movements(since?: Date): AsyncIterable<Movement>;
  /** what was sent to the company's bank since an instant */
  payouts(since: Date): AsyncIterable<Payout>;
  readPayout(ref: string): Promise<Payout | 'absent'>;
  /** the sum of all movements less their fees, with what is on its way */
  balance(): Promise<Cents>;
};
