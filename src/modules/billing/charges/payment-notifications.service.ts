import { inChunks } from '#kit/in-chunks.ts';
import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { listUpcoming } from '#modules/billing/payments/collection.queries.ts';

export type Failure = {
  payment_id: number;
  /** null when there was no method to try */
  charge_attempt_id: number | null;
  method_id: number | null;
  next_try_on: PlainDate | null;
  /** a bank refused a debit for good: only the family can pay by something else (M7) */
  is_held_back: boolean;
  /** the family wanted to pay before the day, and what is planned for the day still is */
  is_still_planned?: boolean;
  /** the last of several tries: it has a notice of its own */
  is_last?: boolean;
};

/**
 * Tells both guardians that a payment could not be collected: once a payment and method, at the first failure
 * (M7), and once more at the last try.
 */
export async function notifyFailure(tx: Tx, now: Date, failure: Failure): Promise<void> {
  await enqueue(tx, now, {
    kind: 'billing.payment_failed',
    ref: `${failure.payment_id}-${failure.method_id ?? 'none'}${failure.is_last ? '-last' : ''}`,
    payload: failure,
  });
}

/** Tells both guardians that their bank sent a debit back, each time (M6). */
export async function notifyReturn(tx: Tx, now: Date, failure: Failure): Promise<void> {
  await enqueue(tx, now, {
    kind: 'billing.bank_return',
    ref: String(failure.charge_attempt_id),
    payload: failure,
  });
}

type DueAmount = { amount_cents: number; pay_on: PlainDate };

export type PaymentChanged = {
  payment_id: number;
  /** the row's version that the change made */
  version: number;
  before: DueAmount;
  /** null where nothing is owed any more */
  after: DueAmount | null;
  reason: string | null;
};

/** Tells both guardians that staff changed what is owed or when, each time (reliability 3.1, M8). */
export async function notifyChange(tx: Tx, now: Date, { version, ...change }: PaymentChanged): Promise<void> {
  await enqueue(tx, now, {
    kind: 'billing.payment_changed',
    ref: `${change.payment_id}-${version}`,
    payload: change,
  });
}

const DAYS_BEFORE = 5;

const REMINDED_TOGETHER = 200;

/**
 * Says five days before what will be charged, once however often this runs; a day that staff have moved is
 * told again.
 * Source: M7, reliability 3.1
 */
export async function remindOfUpcoming({ db, clock }: BillingContext): Promise<void> {
  const today = clock.today();
  const upcoming = await listUpcoming(db, { today, until: addDays(today, DAYS_BEFORE) });
  // The notice of a fee can be as near as a reminder; once staff have changed the payment it is told again.
  const isAlreadyNotified = ({ payment, feeAnnouncedAt }: (typeof upcoming)[number]) =>
    feeAnnouncedAt &&
    payment.version === 1 &&
    dayIn(clock.time_zone, feeAnnouncedAt) >= addDays(payment.pay_on, -DAYS_BEFORE);
  const reminded = upcoming.filter((one) => !isAlreadyNotified(one));
  for (const page of inChunks(reminded, REMINDED_TOGETHER))
    await db.transaction(async (tx) => {
      for (const { payment } of page)
        await enqueue(tx, clock.now(), {
          kind: 'billing.payment_upcoming',
          ref: `${payment.id}-${payment.pay_on}`,
          payload: { payment_id: payment.id },
        });
    });
}
