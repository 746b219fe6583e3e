import { invariant } from '#kit/invariant.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { readAmendedOrder, type MoneyPlan } from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { lockPaymentsOf } from '#modules/billing/refunds/refunds.service.ts';
import { recordConcession } from '#modules/billing/second-person/concessions.service.ts';
import { forgetWaiting, requestSecondPerson } from '#modules/billing/second-person/second-person.service.ts';
import { heldCatalog } from '#modules/catalog/current-catalog.service.ts';
import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import { bringsTexts } from '#modules/orders/contract-changes.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { keepSeatForAmendment, releaseAmendmentSeat } from '#modules/seats/seats.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import {
  findAmendment,
  insertAmendment,
  listToEnd,
  updateAmendment,
  type AmendmentRecord,
} from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import type { ProposeAmendment } from './amendment-request.contract.ts';
import { newStaffDiscount, selectionOf } from './amended-contract.ts';
import { applyAmendment } from './apply-amendment.service.ts';
import { changedOrder, getShownOrder, type ChangedOrder } from './changed-order.service.ts';
import {
  countedFrom,
  endOf,
  moneyOf,
  needsSecondPerson,
  refuseNoSeat,
  refuseOpen,
  wholePlan,
} from './plan-amendment.service.ts';

export type Proposing = { staff: Viewer; order_id: number; body: ProposeAmendment; idempotency_key: string };

/**
 * Holds the new route's seat, stores the plan and mails the family; order, roster and payments stay. A change
 * of details alone is applied at once. Opens its own transaction.
 * @returns the id of the amendment
 * @throws the refusals of a preview; amendment_changed, once_key_reused (OF5.7, OF5.16)
 */
export async function proposeAmendment(billing: BillingContext, proposing: Proposing): Promise<number> {
  const { staff, order_id, body, idempotency_key: key } = proposing;
  const call = { by_id: staff.user_id, call: 'proposeAmendment', key, sent: { order_id, ...body } };
  const id = await billing.db.transaction((tx) =>
    once(tx, billing.clock.now(), call, () => propose(tx, billing, proposing)),
  );
  billing.crashPoint('amendment proposed');
  return id;
}

async function propose(
  tx: Tx,
  billing: BillingContext,
  { staff, order_id, body }: Proposing,
): Promise<number> {
  const { reason, seen: _, ...request } = body;
  const now = billing.clock.now();
  await heldCatalog(tx, now);
  await getShownOrder(tx, order_id);
  await lockPaymentsOf(tx, order_id);
  const changed = await changedOrder(tx, billing, { staff, order_id, request });
  await refuseOpen(tx, order_id);
  const { amended, money, plan, ends_at } = await planAsSeen(tx, billing, changed, body);
  const { order, snapshot_after } = changed;
  // The audit log keeps the reason of another fee, and is erased with the family.
  const change = {
    request: { ...request, fee_reason: null },
    changes: plan.changes,
    contract_before: selectionOf(order.snapshot),
  };
  const amendment = await insertAmendment(tx, {
    order_id,
    kind: plan.kind,
    change,
    plan,
    plan_hash: plan.hash,
    snapshot_after,
    brings_texts: bringsTexts(plan.changes),
    reason,
    fee_cents: plan.fee_cents,
    counts_from: request.counts_from,
    agree_by: request.agree_by,
    state: 'proposed',
    proposed_by_id: staff.user_id,
    proposed_at: now,
    ends_at,
  });
  await writeAudit(tx, now, staff, {
    action: 'amendment.propose',
    subject: `order:${order_id}`,
    after: { number: amendment.number, difference_cents: plan.difference_cents, state: amendment.state },
    texts: { reason, fee_reason: request.fee_reason },
  });
  await recordDiscount(tx, { staff, now, reason }, changed);
  if (request.agree_by === 'none') {
    const keepPlace = () => invariant(false, 'a change of details moves no money');
    await applyAmendment(tx, billing, { actor: staff, order, amendment, amended, money, keepPlace });
    return amendment.id;
  }
  await keepSeat(tx, now, { changed, until: ends_at });
  if (await needsSecondPerson(tx, order_id, money)) await askColleague(tx, now, { staff, amendment, money });
  await mailProposal(tx, now, amendment);
  return amendment.id;
}

/** @throws amendment_check_number, amendment_changed, and the refusals of `moneyOf` and `refuseNoSeat` */
async function planAsSeen(tx: Tx, billing: BillingContext, changed: ChangedOrder, body: ProposeAmendment) {
  const { agree_by, less, seen } = body;
  const now = billing.clock.now();
  const amended = await readAmendedOrder(tx, changed.order.id);
  const ends_at = await endOf(tx, now, agree_by);
  const from = countedFrom(billing.clock, { agree_by, ends_at });
  const money = await moneyOf(tx, billing, amended, { ...changed, request: body, from });
  if (money.refund?.way === 'check' && !less.reference)
    throw refuseField(amendmentRefusals.amendment_check_number, 'less.reference');
  await refuseNoSeat(tx, billing, changed);
  const plan = wholePlan(changed.plan, money);
  if (plan.hash !== seen) throw new Refusal(amendmentRefusals.amendment_changed);
  return { amended, money, plan, ends_at };
}

const mailProposal = (tx: Tx, now: Date, { id, order_id }: AmendmentRecord): Promise<void> =>
  enqueue(tx, now, {
    kind: 'orders.amendment_proposed',
    ref: String(id),
    payload: { order_id, amendment_id: id },
  });

/** A discount of staff counts in the sum that one person may give away (MH2). */
async function recordDiscount(
  tx: Tx,
  { staff, now, reason }: { staff: Viewer; now: Date; reason: string },
  { order, snapshot_after, sale }: ChangedOrder,
): Promise<void> {
  const given = newStaffDiscount(order.snapshot, snapshot_after, sale);
  if (!given) return;
  const { amount: amount_cents } = given;
  const by = { given_by_id: staff.user_id, given_at: now };
  await recordConcession(tx, { order_id: order.id, kind: 'discount', amount_cents, reason, ...by });
}

/** @throws amendment_line_full */
async function keepSeat(
  tx: Tx,
  now: Date,
  { changed, until }: { changed: ChangedOrder; until: Date },
): Promise<void> {
  const { order, snapshot_after, sale } = changed;
  if (snapshot_after.route.id === order.snapshot.route.id) return;
  const place = { route: sale.route, student_id: order.student_id, user_id: order.snapshot.parent.id, until };
  if (!(await keepSeatForAmendment(tx, now, place)))
    throw new Refusal(amendmentRefusals.amendment_line_full, {
      data: { line: signedRouteName(snapshot_after.route) },
    });
}

export const amendmentSubject = (id: number) => `amendment:${id}`;

type Asking = { staff: Pick<Viewer, 'user_id'>; amendment: AmendmentRecord; money: MoneyPlan };

/** OF5.11 */
export async function askColleague(
  tx: Tx,
  now: Date,
  { staff, amendment, money: { refund } }: Asking,
): Promise<void> {
  invariant(refund, 'a second person approves a refund');
  await requestSecondPerson(tx, now, staff, {
    order_id: amendment.order_id,
    subject: amendmentSubject(amendment.id),
    kind: 'amendment',
    command: {
      amendment_id: amendment.id,
      way: refund.way,
      check_number: amendment.change.request.less.reference,
    },
    amount_cents: refund.amount_cents,
    reason: amendment.reason,
  });
}

type Closing = Pick<AmendmentRecord, 'answer_reason'> & {
  state: 'declined' | 'withdrawn' | 'ended';
  amendment: AmendmentRecord;
};

/** The held seat is free at once, and no colleague is asked any more. The caller has locked the order. */
export async function closeAmendment(
  tx: Tx,
  now: Date,
  { amendment, state, answer_reason }: Closing,
): Promise<void> {
  await updateAmendment(tx, amendment.id, {
    state,
    answer_reason,
    answered_at: state === 'ended' ? null : now,
  });
  await forgetWaiting(tx, amendmentSubject(amendment.id));
  const { student_id } = await getShownOrder(tx, amendment.order_id);
  await releaseAmendmentSeat(tx, now, { student_id, route_id: amendment.snapshot_after.route.id });
  if (state === 'declined') return;
  await enqueue(tx, now, {
    kind: 'orders.amendment_closed',
    ref: String(amendment.id),
    payload: { order_id: amendment.order_id, amendment_id: amendment.id },
  });
}

/** Locks the order first. @throws amendment_not_found */
export async function lockAmendment(tx: Tx, id: number): Promise<AmendmentRecord> {
  const found = await findAmendment(tx, id);
  if (!found) throw new Refusal(amendmentRefusals.amendment_not_found);
  await lockOrder(tx, found.order_id);
  return (await findAmendment(tx, id))!;
}

type Withdrawal = { staff: Viewer; id: number; reason: string };

/** A repeated call changes nothing. @throws amendment_not_found, amendment_not_open, own_order (OF5.12) */
export async function withdrawAmendment(
  tx: Tx,
  now: Date,
  { staff, id, reason }: Withdrawal,
): Promise<AmendmentRecord> {
  const amendment = await lockAmendment(tx, id);
  const order = await getShownOrder(tx, amendment.order_id);
  await refuseOwnFamily(tx, staff, { user_id: order.snapshot.parent.id });
  if (amendment.state === 'withdrawn') return amendment;
  if (!isOpenAmendment(amendment.state)) throw new Refusal(amendmentRefusals.amendment_not_open);
  await closeAmendment(tx, now, { amendment, state: 'withdrawn', answer_reason: reason });
  await writeAudit(tx, now, staff, {
    action: 'amendment.withdraw',
    subject: `order:${amendment.order_id}`,
    detail: { number: amendment.number },
    before: { state: amendment.state },
    after: { state: 'withdrawn' },
    texts: { reason },
  });
  return amendment;
}

/** In a transaction for each; may run twice at the same time, and after a crash (OF5.12). */
export async function endAmendments({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const { id } of await listToEnd(db, now))
    await db.transaction(async (tx) => {
      const amendment = await lockAmendment(tx, id);
      if (!isOpenAmendment(amendment.state)) return;
      await closeAmendment(tx, now, { amendment, state: 'ended', answer_reason: null });
      await writeAudit(tx, now, undefined, {
        action: 'amendment.end',
        subject: `order:${amendment.order_id}`,
        detail: { number: amendment.number },
        before: { state: amendment.state },
        after: { state: 'ended' },
      });
    });
}
