import { randomUUID } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import { cents, sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Surcharge } from '#modules/pricing/surcharges.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { DeclineCode } from '#platform/payments/gateway.ts';
import { SMALLEST_CHARGE } from '#modules/billing/smallest-charge.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import {
  cancelUnpaid,
  findFirstAttemptId,
  getAttempt,
  getFirstPayment,
  insertAttempt,
  insertPayments,
  insertPaymentsWithAttempt,
  updatePayment,
  type Attempt,
  type NewPayment,
  type PaymentRow,
} from '#modules/billing/payments/attempts.queries.ts';
import type { Activated, BillingContext } from '#modules/billing/billing-context.service.ts';
import type { MoneyRows } from '#modules/billing/ledger/money-of-orders.service.ts';
import type { PaymentRecord } from '#modules/billing/ledger/money-response.ts';
import type { ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import {
  deliverMarked,
  leaseFrom,
  sendWithLease,
  sentAt,
} from '#modules/billing/processor/send-with-lease.service.ts';
import { chargeConversation, lookAtAction } from './charge-conversation.service.ts';
import type { WrittenCharge } from './outcomes.service.ts';

export type { Attempt } from '#modules/billing/payments/attempts.queries.ts';

type PaymentPlan = {
  order_id: number;
  rows: Omit<NewPayment, 'order_id'>[];
};

/** Writes what an order owes, one row a date; payment 1 is what checkout takes (M1). */
export async function openPayments(tx: Tx, plan: PaymentPlan): Promise<PaymentRow[]> {
  return insertPayments(tx, plannedRows(plan));
}

const plannedRows = ({ order_id, rows }: PaymentPlan): NewPayment[] =>
  rows.map(({ payment_number, amount_cents, pay_on }) => ({
    order_id,
    payment_number,
    amount_cents,
    pay_on,
  }));

type ChargePlan = {
  method: ChargeableMethod;
  surcharges: readonly Surcharge[];
  /** what the family reads on its receipt and on the transaction's line */
  descriptor: string;
  /** the company, as the family reads it on its bank statement */
  statement: string;
  /** whether the family is at its screen, and can be asked to confirm */
  presence: 'here' | 'away';
  now: Date;
};

type AttemptPlan = ChargePlan & {
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'payment_number' | 'amount_cents'>;
  /** the press of Pay now that asked for it; left out for what the portal or staff do */
  pay_now_key?: string;
};

/**
 * Writes down a charge before anything is sent: its key, and its request as it will be sent every time.
 * At most one attempt of a payment is alive; a second one breaks the unique index `one_live_attempt` (I3).
 */
export async function openAttempt(tx: Tx, { pay_now_key, ...plan }: AttemptPlan): Promise<Attempt> {
  const idem_key = pay_now_key ?? newChargeKey();
  const row = attemptRow({ ...plan, idem_key, is_by_family: pay_now_key !== undefined });
  return insertAttempt(tx, { ...row, state: 'created' });
}

/** The key of a charge that the portal or staff make. */
export const newChargeKey = () => `charge-${randomUUID()}`;

type AttemptFacts = Omit<AttemptPlan, 'pay_now_key'> & { idem_key: string; is_by_family: boolean };

/** A charge as it will be sent every time, with the key that tells it from any other. */
export const attemptRow = ({ payment, ...plan }: AttemptFacts) => ({
  payment_id: payment.id,
  ...frozenRequest(payment, plan),
});

/** The charge of what checkout takes, marked as sent, and what its order owes. */
export type MarkedCharge = {
  attempt: Attempt;
  /** in the order of their numbers; the first one is being charged */
  payments: PaymentRecord[];
  method: ChargeableMethod;
};

/**
 * Writes what an order owes, and the charge of its first payment as sent: the caller sends it right after its
 * commit (`collectSent`), which saves the family that waits a transaction. One statement, asked for at once.
 * @throws charge_too_small, before anything is asked for
 */
export function openPaymentsAndCharge(tx: Tx, plan: ChargePlan & PaymentPlan): Promise<MarkedCharge> {
  const rows = plannedRows(plan).toSorted((a, b) => a.payment_number - b.payment_number);
  const [first] = rows;
  invariant(first?.payment_number === 1, 'what is due today is payment 1');
  const request = {
    ...frozenRequest(first, { ...plan, idem_key: newChargeKey(), is_by_family: false }),
    ...sentAt(plan.now),
  };
  return writeMarked(tx, rows, { request, method: plan.method });
}

async function writeMarked(
  tx: Tx,
  rows: readonly NewPayment[],
  { request, method }: { request: Parameters<typeof insertPaymentsWithAttempt>[2]; method: ChargeableMethod },
): Promise<MarkedCharge> {
  const { attempt, payment_ids } = await insertPaymentsWithAttempt(tx, rows, request);
  const payments = rows.map((row, nr) => ({
    ...row,
    ...UNTOUCHED,
    id: payment_ids[nr]!,
    status: nr === 0 ? ('in_flight' as const) : ('scheduled' as const),
  }));
  return { attempt, payments, method };
}

/** What a payment that was just planned does not have yet. */
const UNTOUCHED = {
  congestion_fee_id: null,
  financial_aid_id: null,
  next_try_on: null,
  paid_at: null,
  reference: null,
  notes: null,
};

/**
 * What is sent to the processor, each time the same, with what the books say of it.
 * @throws charge_too_small
 */
function frozenRequest(
  { order_id, payment_number, amount_cents }: Omit<NewPayment, 'pay_on'>,
  plan: Omit<AttemptFacts, 'payment'>,
) {
  const { method, surcharges, descriptor, statement, presence, now, idem_key, is_by_family } = plan;
  const surcharge_cents = sum(surcharges.map((surcharge) => surcharge.amount_cents));
  if (amount_cents + surcharge_cents < SMALLEST_CHARGE) throw new Refusal(billingRefusals.charge_too_small);
  return {
    idem_key,
    is_by_family,
    payment_method_id: method.id,
    processor: method.processor,
    principal_cents: amount_cents,
    surcharge_cents,
    surcharges: surcharges.map(({ name, amount_cents }) => ({ name, amount_cents })),
    params: {
      order_id,
      payment_number,
      customer: method.gateway_customer,
      method_ref: method.gateway_ref,
      kind: method.kind,
      presence,
      amount_cents: cents(amount_cents + surcharge_cents),
      statement,
      descriptor,
    },
    lease_until: leaseFrom(now),
    created_at: now,
  };
}

type FirstCharge = ChargePlan & { order_id: number; today: PlainDate };

/**
 * Writes down the charge of what checkout takes, for an order that has waited with it: due today, by the
 * method and the surcharges that were signed. The caller sends it after its commit (`collect`).
 */
export async function openFirstAttempt(tx: Tx, { order_id, today, ...plan }: FirstCharge): Promise<Attempt> {
  const payment = await getFirstPayment(tx, order_id);
  await updatePayment(tx, payment.id, { pay_on: today });
  return openAttempt(tx, { ...plan, payment });
}

/** The attempt that a checkout waits for, found again by its order. */
export function firstAttemptOf(db: Db, order_id: number): Promise<number | undefined> {
  return findFirstAttemptId(db, order_id);
}

/** Cancels what an order has not paid, when the order ends (M11). */
export async function cancelUnpaidPayments(tx: Tx, order_id: number): Promise<void> {
  await cancelUnpaid(tx, order_id);
}

export type Collected =
  | { k: 'succeeded' }
  /** a bank debit on its way; counts as paid (M6) */
  | { k: 'processing' }
  | { k: 'declined'; code: DeclineCode }
  /** its payer has to confirm at his bank, with this secret, and then asks again */
  | { k: 'action'; client_secret: string }
  /** neither yes nor no: the resolver goes on, nobody may pay again */
  | { k: 'unknown' };

/**
 * Sends an attempt to the processor and records the answer. A lost answer is asked for again with the same
 * key after each pause; called for an attempt that another flow is sending, it waits for that one's result.
 * Opens its own transactions; must not be called inside one.
 * Source: reliability 4.3, O10
 */
export async function collect(billing: BillingContext, attempt_id: number): Promise<Collected> {
  return resultAfter(billing, await sendWithLease(chargeConversation(billing), attempt_id));
}

/** All that is written about the money of an order that has come about by its charge. */
export type FirstMoney = MoneyRows & Activated;

/** What became of a charge; what it has written, where its order has come about by it. */
export type CollectedNow = { collected: Collected; money: FirstMoney | undefined };

/**
 * The same for an attempt that was written as sent in the transaction before (`openPaymentsAndCharge`). When
 * the process ends between the two, the resolver finds that it never arrived.
 */
export async function collectSent(billing: BillingContext, marked: MarkedCharge): Promise<CollectedNow> {
  let charged: WrittenCharge | undefined;
  const conversation = chargeConversation(billing, (applied) => (charged = applied.charged));
  const attempt = await deliverMarked(conversation, marked.attempt);
  const collected = await resultAfter(billing, attempt);
  const money = charged?.activated && { ...charged.activated, ...(await moneyRowsOf(marked, charged)) };
  return { collected, money };
}

async function moneyRowsOf(
  { payments, method }: MarkedCharge,
  { recorded, payment: charged }: WrittenCharge,
): Promise<MoneyRows> {
  const { transactionRows, invoice } = await recorded;
  return {
    transactionRows,
    paymentRows: payments.map((payment) => (payment.id === charged.id ? charged : payment)),
    invoiceRows: [invoice],
    methods: new Map([[method.id, method]]),
  };
}

/** One that waits for its payer is looked at once more: he may have confirmed, and else needs the secret. */
async function resultAfter(billing: BillingContext, attempt: Attempt): Promise<Collected> {
  if (attempt.state !== 'action') return resultOf(attempt);
  const found = await lookAtAction(billing, attempt);
  const now = await getAttempt(billing.db, attempt.id);
  if (now.state !== 'action') return resultOf(now);
  const isWaiting = typeof found === 'object' && found.k === 'action';
  return isWaiting ? { k: 'action', client_secret: found.client_secret } : { k: 'unknown' };
}

/** What is known of an attempt, as the flow that waits for it needs it. */
export function resultOf(attempt: Pick<Attempt, 'state' | 'code'>): Collected {
  switch (attempt.state) {
    case 'succeeded':
      return { k: 'succeeded' };
    case 'processing':
      return { k: 'processing' };
    case 'declined':
      return { k: 'declined', code: (attempt.code ?? 'declined') as DeclineCode };
    case 'not_found':
      return { k: 'declined', code: 'processing_error' };
    case 'returned':
      return { k: 'declined', code: 'declined' };
    default:
      invariant(
        ['created', 'sent', 'unknown'].includes(attempt.state),
        `no such attempt state: ${attempt.state}`,
      );
      return { k: 'unknown' };
  }
}
