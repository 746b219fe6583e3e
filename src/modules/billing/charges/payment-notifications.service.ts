import { inChunks } from '#kit/in-chunks.ts';
import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { listUpcoming } from '#modules/billing/payments/collection.queries.ts';

export type Failure = {
  payment_id: number;
  charge_attempt_id: number | null;
  method_id: number | null;
  next_try_on: PlainDate | null;
  is_held_back: boolean;
  is_last?: boolean;
};

/** Once per payment and method, at the first failure (M7), and once more at the last attempt. */
export async function notifyFailure(tx: Tx, now: Date, failure: Failure): Promise<void> {
  await enqueue(tx, now, {
    kind: 'billing.payment_failed',
    ref: `${failure.payment_id}-${failure.method_id ?? 'none'}${failure.is_last ? '-last' : ''}`,
    payload: failure,
  });
}

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
  /** erasure finds the words of the row by the order */
  order_id: number;
  version: number;
  before: DueAmount;
  after: DueAmount | null;
  reason: string | null;
};

/** M8 */
export async function notifyChange(
  tx: Tx,
  now: Date,
  { version, reason, ...change }: PaymentChanged,
): Promise<void> {
  await enqueue(tx, now, {
    kind: 'billing.payment_changed',
    ref: `${change.payment_id}-${version}`,
    payload: change,
    words: { reason },
  });
}

const DAYS_BEFORE = 5;

const REMINDED_TOGETHER = 200;

type Upcoming = Awaited<ReturnType<typeof listUpcoming>>[number];

const dayOf = ({ payment }: Upcoming): PlainDate =>
  payment.status === 'scheduled' ? payment.pay_on : payment.next_try_on!;

/** The notice of a fee unless staff have changed the payment since, or the mail of the last failure. */
const lastNoticeOf = ({ payment, feeAnnouncedAt, failureMailedAt }: Upcoming): Date | null => {
  if (payment.status !== 'scheduled') return failureMailedAt;
  return payment.version === 1 ? feeAnnouncedAt : null;
};

/**
 * Once per payment and day, whatever was tried before; a day moved by staff gets a new reminder. A notice
 * this recent, which names the day, replaces the reminder (M7, MC5, reliability 3.1).
 */
export async function remindOfUpcoming({ db, clock }: BillingContext): Promise<void> {
  const today = clock.today();
  const upcoming = await listUpcoming(db, { today, until: addDays(today, DAYS_BEFORE) });
  const isAlreadyNotified = (each: Upcoming) => {
    const noticed_at = lastNoticeOf(each);
    return noticed_at && dayIn(clock.time_zone, noticed_at) >= addDays(dayOf(each), -DAYS_BEFORE);
  };
  const reminded = upcoming.filter((each) => !isAlreadyNotified(each));
  for (const page of inChunks(reminded, REMINDED_TOGETHER))
    await db.transaction(async (tx) => {
      for (const each of page)
        await enqueue(tx, clock.now(), {
          kind: 'billing.payment_upcoming',
          ref: `${each.payment.id}-${dayOf(each)}`,
          payload: { payment_id: each.payment.id },
        });
    });
}
