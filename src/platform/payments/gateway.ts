import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
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

/** What the processor gives back for a saved instrument; all of it may be stored. */
export type SavedInstrument = {
  ref: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
  /** the same for the same card or account each time it is saved; null where the processor does not tell */
  fingerprint: string | null;
};

/** Why a bank sent a debit back. */
export type ReturnCode = 'R01' | 'R02' | 'R03' | 'R09' | 'R10';

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

/** What became of a refund; as with charges, only an explicit refusal is one. */
export type RefundOutcome =
  | { k: 'succeeded'; ref: string }
  | { k: 'refused'; ref?: string; code: RefundRefusal }
  | { k: 'unknown'; cause: string };

/** News of a charge after its answer: a debit that settled or came back. */
export type SettlementEvent = { attempt_id: number; ref: string; outcome: ChargeOutcome };

/** One movement at the processor, for reconciliation; negative is money back. */
export type Movement = {
  charge_ref: string;
  refund_ref: string | null;
  kind: 'charge' | 'return' | 'refund';
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
  /** what became of bank debits up to a day; each is told again until it is acknowledged */
  settlementEvents(today: PlainDate): Promise<SettlementEvent[]>;
  /** says that this news is in the books; what the charge has become since is news of its own */
  acknowledgeEvent(settlementEvents: SettlementEvent): Promise<void>;
  movements(): AsyncIterable<Movement>;
};
