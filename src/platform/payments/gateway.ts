import type { Cents } from '#kit/money.ts';
import type { Secret } from '#kit/secret.ts';

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
};

/** Why a bank sent a debit back. */
export type ReturnCode = `R${number}`;

export type DeclineCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'wrong_code'
  | 'processing_error'
  | 'invalid_number'
  | 'sandbox_numbers_only';

/** Whether asking again can help: never, on another day, or only with another method. */
export type NextAttempt = 'never' | 'later' | 'new_method';

/**
 * The result of asking the processor for money. Only an explicit, typed refusal is `declined`;
 * time-outs, odd bodies and server errors are `unknown`, which is neither yes nor no. `pending` is a
 * bank debit on its way; days later it becomes `succeeded` or `returned`.
 */
export type ChargeOutcome =
  | { k: 'succeeded'; ref: string }
  | { k: 'pending'; ref: string }
  | { k: 'returned'; ref: string; code: ReturnCode; next: NextAttempt }
  | { k: 'declined'; ref?: string; code: DeclineCode; next: NextAttempt }
  | { k: 'unknown'; cause: string };

export type SaveOutcome =
  | { k: 'saved'; instrument: SavedInstrument }
  | { k: 'refused'; code: DeclineCode }
  | { k: 'unknown'; cause: string };

/** One charge, frozen in the attempt's row before it is sent. */
export type ChargeRequest = {
  attempt_id: number;
  order_id: number;
  customer: string;
  method_ref: string;
  amount_cents: Cents;
  descriptor: string;
};

/** Why a processor does not give money back. */
export type RefundRefusal = 'exceeds_charge' | 'not_settled' | 'returned' | 'no_such_charge' | 'declined';

/** Money back to where a charge came from; our own id finds it again. */
export type GatewayRefundRequest = { refund_id: number; charge_ref: string; amount_cents: Cents };

/**
 * What became of a refund; as with charges, only an explicit refusal is one. `pending` is accepted and
 * becomes `succeeded` or `refused` later; `bounced` had succeeded, and its money came back to us.
 */
export type RefundOutcome =
  | { k: 'succeeded'; ref: string }
  | { k: 'pending'; ref: string }
  | { k: 'bounced'; ref: string; code: string }
  | { k: 'refused'; ref?: string; code: RefundRefusal }
  | { k: 'unknown'; cause: string };

/** Something of the processor's that changes after it was made; `ref` is the processor's name of it. */
export type ObservedObject = { kind: 'charge' | 'refund'; ref: string };

/**
 * Says only that an object has changed: look at it again. What it has become is read from the object itself,
 * so events may come twice, late, in any order or from somebody else. `id` is the processor's.
 */
export type ProcessorEvent = { id: string; at: Date; object: ObservedObject };

/** What a charge is now, and for which attempt it was made; null when this portal did not ask for it. */
export type ChargeReading = { attempt_id: number | null; outcome: ChargeOutcome };

/** The same of a refund. */
export type RefundReading = { refund_id: number | null; outcome: RefundOutcome };

/** One movement at the processor, for reconciliation; negative is money back. */
export type Movement = {
  charge_ref: string;
  refund_ref: string | null;
  kind: 'charge' | 'return' | 'refund' | 'refund_failed';
  amount_cents: Cents;
  at: Date;
};

/** The port to a payment processor. Every call carries our own idempotency key (reliability 1.1). */
export type PaymentGateway = {
  readonly caps: { rawCard: boolean; ach: boolean; idemHours: number };
  ensureCustomer(user_id: number, key: string): Promise<string>;
  saveMethod(instrument: RawCard | RawBank, customer: string, key: string): Promise<SaveOutcome>;
  charge(request: ChargeRequest, key: string): Promise<ChargeOutcome>;
  /** looks a charge up by our attempt, for processors whose answer was lost */
  findCharge(request: {
    attempt_id: number;
    customer: string;
    since: Date;
  }): Promise<ChargeOutcome | 'absent' | 'undetermined'>;
  /** gives back at most what the charge took less what went back already, once it has settled */
  refund(request: GatewayRefundRequest, key: string): Promise<RefundOutcome>;
  /** looks a refund up by our own id, when its answer was lost */
  findRefund(request: {
    refund_id: number;
    charge_ref: string;
  }): Promise<RefundOutcome | 'absent' | 'undetermined'>;
  /** what a charge is at this moment, by the processor's name of it */
  readCharge(ref: string): Promise<ChargeReading | 'absent'>;
  readRefund(ref: string): Promise<RefundReading | 'absent'>;
  /**
   * everything that has happened since an instant of the processor's clock, in no certain order. An event may
   * appear a few minutes late, so the caller asks for a little more than it has not seen
   */
  eventsSince(at: Date): AsyncIterable<ProcessorEvent>;
  movements(): AsyncIterable<Movement>;
};
