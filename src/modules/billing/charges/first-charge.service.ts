import { invariant } from '#kit/invariant.ts';
import { ZERO } from '#kit/money.ts';
import type { Activated, BillingContext } from '#modules/billing/billing-context.service.ts';
import type { MoneyRows } from '#modules/billing/ledger/money-of-orders.service.ts';
import type { ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import type { Attempt, Locked, NewPayment, PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { isMoney } from '#modules/billing/payments/attempt-transitions.ts';
import { insertPaymentsWithAttempt } from '#modules/billing/payments/first-charge.queries.ts';
import { deliverMarked, sentAt } from '#modules/billing/processor/send-with-lease.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { chargeConversation } from './charge-conversation.service.ts';
import {
  frozenRequest,
  newChargeKey,
  plannedRows,
  resultAfter,
  type ChargePlan,
  type Collected,
  type PaymentPlan,
} from './charges.service.ts';
import { applyOutcome, type WrittenCharge } from './outcomes.service.ts';

/* The charge that checkout takes: written with its order, sent right after that, recorded as it was sent. */

/** The charge of what checkout takes, marked as sent, and what its order owes. */
export type MarkedCharge = {
  attempt: Attempt;
  /** in the order of their numbers; the first one is being charged */
  payments: PaymentRow[];
  method: ChargeableMethod;
  order: Locked['order'];
};

type FirstChargePlan = ChargePlan & PaymentPlan & Pick<Locked['order'], 'hasAidToConfirm'>;

/** What an order owes, and the charge of its first payment, as they will be written. */
export type PlannedCharge = {
  plan: FirstChargePlan;
  rows: Required<NewPayment>[];
  request: Parameters<typeof insertPaymentsWithAttempt>[2];
};

/** @throws charge_too_small */
export function planCharge(plan: FirstChargePlan): PlannedCharge {
  const rows = plannedRows(plan).toSorted((a, b) => a.payment_number - b.payment_number);
  const [first] = rows;
  invariant(first?.payment_number === 1, 'what is due today is payment 1');
  const request = {
    ...frozenRequest(first, { ...plan, idem_key: newChargeKey(), is_by_family: false }),
    ...sentAt(plan.now),
  };
  return { plan, rows, request };
}

/**
 * Writes what an order owes, and the charge of its first payment as sent: the caller sends it right after its
 * commit (`collectSent`), which saves the family that waits a transaction. One statement, asked for at once.
 */
export async function openPaymentsAndCharge(
  tx: Tx,
  { plan, rows, request }: PlannedCharge,
): Promise<MarkedCharge> {
  const { method, order_id: id, hasAidToConfirm } = plan;
  const { attempt, payment_ids } = await insertPaymentsWithAttempt(tx, rows, request);
  const payments = rows.map((row, nr) => ({ ...row, ...UNTOUCHED, ...planned(nr), id: payment_ids[nr]! }));
  return { attempt, payments, method, order: { id, status: 'pending_payment', hasAidToConfirm } };
}

const planned = (nr: number) =>
  nr === 0
    ? ({ status: 'in_flight', attempts: 1 } as const)
    : ({ status: 'scheduled', attempts: 0 } as const);

/** What a payment that was just planned has by the defaults of its columns. */
const UNTOUCHED = {
  congestion_fee_id: null,
  financial_aid_id: null,
  next_try_on: null,
  paid_at: null,
  settled_at: null,
  refunded_cents: ZERO,
  reference: null,
  notes: null,
  version: 1,
};

/** All that is written about the money of an order that has come about by its charge. */
export type FirstMoney = MoneyRows & Activated;

/** What became of a charge; what it has written, where its order has come about by it. */
export type CollectedNow = { collected: Collected; money: FirstMoney | undefined };

/**
 * Sends a charge that was written as sent in the transaction before (`openPaymentsAndCharge`), and records
 * the answer as `collect` does. When the process ends between the two, the resolver finds that it never
 * arrived.
 * Opens its own transactions; must not be called inside one.
 * Source: reliability 4.3, O10
 */
export async function collectSent(billing: BillingContext, marked: MarkedCharge): Promise<CollectedNow> {
  const attempt_id = marked.attempt.id;
  let charged: WrittenCharge | undefined;
  const conversation = chargeConversation(billing, (applied) => (charged = applied.charged));
  const attempt = await deliverMarked(conversation, marked.attempt, async (tx, gatewayResult) => {
    // What any other answer writes hangs on rows that have to be read for it.
    const asSent = isMoney(gatewayResult) ? rowsAsSent(marked) : undefined;
    const applied = await applyOutcome(tx, billing, { attempt_id, gatewayResult, asSent });
    charged = applied.charged;
    return applied.attempt;
  });
  const collected = await resultAfter(billing, attempt);
  const money = charged?.activated && { ...charged.activated, ...(await moneyRowsOf(marked, charged)) };
  return { collected, money };
}

function rowsAsSent({ attempt, payments, method, order }: MarkedCharge): Locked {
  const [payment] = payments;
  invariant(payment, 'a charge is of a payment');
  return { order, payment, attempt, payment_type_id: method.payment_type_id };
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
