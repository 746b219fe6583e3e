import { sum } from '#kit/money.ts';
import {
  findStop,
  makeDueAgain,
  releaseStop,
  type Stopped,
} from '#modules/billing/payments/collection-stops.queries.ts';
import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { dayIn, daysBetween } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { readEventsNow } from '#modules/billing/processor-events/receive-events.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { MATTER_KINDS, MATTERS, type MatterKind, type MatterStep } from './matter.states.ts';
import type { Matter } from './worklist.contract.ts';
import {
  failedPayouts,
  lostDisputes,
  openDifferences,
  undecidedDisputes,
  unknownDisputes,
  unreadEvents,
} from './processor-matters.queries.ts';
import {
  chargeMatters,
  failedRefunds,
  failingEvents,
  foreignObjects,
  insertSettled,
  isChargeUnclear,
  isForBalance,
  isNotForBalance,
  pendingRefunds,
  refundMatters,
  type FoundMatter,
} from './matters.queries.ts';
import {
  paidOfWithdrawnFees,
  returnsAfterEnd,
  returnsAfterRefund,
  smallPayments,
  unpayablePayments,
} from './payment-matters.queries.ts';
import { childrenTwice } from './child-matters.queries.ts';
import { returnRateMatters } from './return-rates.service.ts';

type Time = Pick<Clock, 'now' | 'today' | 'time_zone'>;

/** A refund still pending after this time needs a person. */
const STUCK_MS = 10 * DAY_MS;

/** The list of events is read every ten minutes; a gap this long is more than a short outage. */
const UNREAD_MS = 6 * HOUR_MS;

/** Oldest first, up to `MATTERS_SHOWN` of each kind. */
const SOURCES: Record<MatterKind, (db: Db, now: Date, clock: Time) => Promise<FoundMatter[]>> = {
  collection_stopped: (db) => standingStop(db, 'all'),
  debits_stopped: (db) => standingStop(db, 'bank'),
  cards_stopped: (db) => standingStop(db, 'card'),
  charge_unclear: (db) =>
    chargeMatters(db, 'charge_unclear', {
      action: 'billing.charge_cannot_be_told',
      isStillOpen: isChargeUnclear,
    }),
  refund_unclear: (db) =>
    refundMatters(db, 'refund_unclear', {
      action: 'billing.refund_cannot_be_told',
      states: ['sent', 'unknown'],
    }),
  charge_contradicts: (db) =>
    chargeMatters(db, 'charge_contradicts', { action: 'billing.outcome_contradicts' }),
  refund_contradicts: (db) =>
    refundMatters(db, 'refund_contradicts', { action: 'billing.refund_contradicts' }),
  refund_came_back: (db) => refundMatters(db, 'refund_came_back', { action: 'billing.refund_came_back' }),
  refund_failed: (db) => failedRefunds(db, 'refund_failed'),
  refund_short_of_balance: (db) => failedRefunds(db, 'refund_short_of_balance'),
  refund_waits_for_balance: (db, now) => pendingRefunds(db, now, isForBalance),
  refund_stuck: (db, now) => pendingRefunds(db, new Date(now.getTime() - STUCK_MS), isNotForBalance),
  returned_after_refund: (db) => returnsAfterRefund(db),
  returned_after_end: (db) => returnsAfterEnd(db),
  withdrawn_fee_paid: (db) => paidOfWithdrawnFees(db),
  child_twice: (db) => childrenTwice(db),
  dispute_warning: (db) => undecidedDisputes(db, 'warning'),
  dispute_open: (db) => undecidedDisputes(db, 'open'),
  dispute_answered: (db) => undecidedDisputes(db, 'answered'),
  dispute_unknown: (db) => unknownDisputes(db),
  dispute_lost: (db) => lostDisputes(db, 'dispute_lost', 'billing.dispute_lost'),
  dispute_lost_in_part: (db) => lostDisputes(db, 'dispute_lost_in_part', 'billing.dispute_lost_in_part'),
  dispute_contradicts: (db) =>
    chargeMatters(db, 'dispute_contradicts', { action: 'billing.dispute_contradicts' }),
  fraud_warning: (db) => chargeMatters(db, 'fraud_warning', { action: 'billing.fraud_warning' }),
  foreign_charge: (db) => foreignObjects(db, 'foreign_charge', ['charge', 'dispute', 'warning']),
  foreign_refund: (db) => foreignObjects(db, 'foreign_refund', ['refund']),
  payment_unpayable: (db) => unpayablePayments(db),
  payment_too_small: (db, _now, clock) => smallPayments(db, clock),
  difference: (db) => openDifferences(db),
  debits_come_back: (db, now) => returnRateMatters(db, now),
  payout_failed: (db) => failedPayouts(db),
  events_unread: (db, now) => unreadEvents(db, new Date(now.getTime() - UNREAD_MS)),
  event_fails: (db, now) => failingEvents(db, new Date(now.getTime() - DAY_MS)),
};

/** Lists all kinds, the oldest first. Source: S17 */
export async function listMatters(
  db: Db,
  clock: Time,
  pageOfDispute: PaymentGateway['pageOfDispute'] = () => null,
): Promise<Matter[]> {
  const [now, today] = [clock.now(), clock.today()];
  const dayOf = (at: Date) => dayIn(clock.time_zone, at);
  const found = await atOnce(
    MATTER_KINDS.map(async (kind) =>
      (await SOURCES[kind](db, now, clock)).map((matter) => ({ kind, ...matter })),
    ),
  );
  return found
    .flat()
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ since, due_at, dispute, ...matter }) => ({
      code: null,
      reason: null,
      other_order_id: null,
      payment: null,
      parent: null,
      ...matter,
      since: dayOf(since),
      days: Math.max(0, daysBetween(dayOf(since), today)),
      dispute: dispute ? { id: dispute.id, link: pageOfDispute(dispute.gateway_ref) } : null,
      due_on: due_at ? dayOf(due_at) : null,
    }));
}

type Named = { kind: MatterKind; subject: string };

/**
 * Moves no money: staff refund or collect on the order page.
 * @throws Refusal matter_not_found
 */
export async function settleMatter(
  tx: Tx,
  clock: Time,
  staff: Viewer,
  { kind, subject, done }: Named & { done: string },
): Promise<Named> {
  await findMatter(tx, clock, { kind, subject }, 'settle');
  const settled_at = clock.now();
  await insertSettled(tx, { kind, subject, settled_at, settled_by_id: staff.user_id });
  await writeAudit(tx, settled_at, staff, {
    action: 'money.settle',
    subject,
    detail: { kind },
    before: { settled: false },
    after: { settled: true },
    texts: { done },
  });
  return { kind, subject };
}

export async function readMatterAgain(tx: Tx, clock: Time, staff: Viewer, named: Named): Promise<Named> {
  const { kind, subject } = named;
  await findMatter(tx, clock, named, 'read_again');
  const [object_kind = '', ...ref] = subject.split(':');
  await readEventsNow(tx, { kind: object_kind, ref: ref.join(':') }, clock.now());
  await writeAudit(tx, clock.now(), staff, { action: 'money.read_again', subject, detail: { kind } });
  return { kind, subject };
}

async function standingStop(db: Db, of: Stopped): Promise<FoundMatter[]> {
  const stop = await findStop(db, of);
  if (!stop) return [];
  const { id, stopped_at: since, principal_cents, surcharge_cents, reason, payment, parent } = stop;
  const amount_cents = sum([principal_cents, surcharge_cents]);
  return [{ subject: `collection_stop:${id}`, since, amount_cents, reason, payment, parent }];
}

/**
 * Refused payments become due again too. Two concurrent calls release the stop once.
 * @throws Refusal matter_not_found
 */
export async function releaseCollection(tx: Tx, clock: Time, staff: Viewer, named: Named): Promise<Named> {
  const { kind, subject } = named;
  await findMatter(tx, clock, named, 'release');
  const released_at = clock.now();
  const stop_id = Number(subject.split(':')[1]);
  const stopped = await releaseStop(tx, { stop_id, released_at, released_by_id: staff.user_id });
  if (!stopped) throw new Refusal(billingRefusals.matter_not_found);
  await makeDueAgain(tx, stopped === 'all' ? 'all' : 'limit', clock.today());
  await writeAudit(tx, released_at, staff, {
    action: 'money.release_collection',
    subject,
    detail: { kind },
    before: { stopped: true },
    after: { stopped: false },
  });
  return { kind, subject };
}

async function findMatter(tx: Tx, clock: Time, { kind, subject }: Named, step: MatterStep): Promise<void> {
  const isOffered = MATTERS[kind] === step;
  const found = isOffered ? await SOURCES[kind](tx, clock.now(), clock) : [];
  if (!found.some((matter) => matter.subject === subject))
    throw new Refusal(billingRefusals.matter_not_found);
}
