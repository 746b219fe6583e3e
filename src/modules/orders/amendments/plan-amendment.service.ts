import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { ZERO } from '#kit/money.ts';
import { dayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { fingerprint } from '#kit/text/fingerprint.ts';
import { fullName } from '#kit/text/full-name.ts';
import {
  planMoney,
  readAmendedOrder,
  type AmendedOrder,
  type MoneyPlan,
} from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isAboveSum } from '#modules/billing/second-person/concessions.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import type { AgreeBy } from '#modules/orders/amendment.states.ts';
import { ridesByOtherRecord } from '#modules/orders/checkout/same-child.service.ts';
import { laterPayments } from '#modules/pricing/payment-schedule.ts';
import { hasSeatFor, seatsLeftFor } from '#modules/seats/seats.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { findOpenAmendment, hasLiveOrder } from './amendments.queries.ts';
import type { AmendmentPlan, AmendmentPreview } from './amendments.contract.ts';
import type { AmendmentRequest } from './amendment-request.contract.ts';
import { amendmentRefusals } from './amendments.refusals.ts';

import { changedOrder, type ChangedOrder, type ChangeAsked } from './changed-order.service.ts';

type Priced = Pick<ChangedOrder, 'snapshot_after' | 'plan'> & {
  request: AmendmentRequest;
  from: PlainDate;
};

/**
 * A paper names days, and comes back on any day until the end: its new payments are due as if it were signed
 * on the last one. Online, the family reads the days of the moment (OF5.8).
 */
export const countedFrom = (
  { today, time_zone }: { today: () => PlainDate; time_zone: string },
  { agree_by, ends_at }: { agree_by: AgreeBy; ends_at: Date },
): PlainDate => (agree_by === 'paper' ? dayIn(time_zone, ends_at) : today());

/** What the difference makes of the payments today (OF5.4). @throws those of `planMoney` */
export function moneyOf(
  tx: Tx,
  billing: BillingContext,
  amended: AmendedOrder,
  { snapshot_after, plan, request, from }: Priced,
): Promise<MoneyPlan> {
  const { more, less, schedule } = request;
  return planMoney(tx, billing, amended, {
    difference_cents: plan.difference_cents,
    rules: { more: more.how, less: less.first, schedule },
    from,
    pay_on: more.pay_on,
    term_days: laterPayments(snapshot_after.payment_term, from).map(({ pay_on }) => pay_on),
    way: less.way,
  });
}

const NO_MONEY: MoneyPlan = { rows: [], refund: null, not_asked_cents: ZERO };

/** The hash names all of it (OF0.20). */
export function wholePlan(plan: ChangedOrder['plan'], { rows, ...money }: MoneyPlan): AmendmentPlan {
  const whole = { ...plan, payments: rows, ...money };
  return { ...whole, hash: fingerprint(JSON.stringify(whole)) };
}

/** The refund, with what was given away of the order before, is above the company's sum (OF5.11). */
export async function needsSecondPerson(
  tx: Tx,
  order_id: number,
  { refund }: Pick<MoneyPlan, 'refund'>,
): Promise<boolean> {
  return refund !== null && isAboveSum(tx, order_id, refund.amount_cents);
}

/** @throws amendment_same_child, amendment_line_full */
export async function refuseNoSeat(
  tx: Tx,
  { clock, vault }: Pick<BillingContext, 'clock' | 'vault'>,
  { order, snapshot_after }: Pick<ChangedOrder, 'order' | 'snapshot_after'>,
): Promise<void> {
  const { route, student, parent } = snapshot_after;
  if (route.id === order.snapshot.route.id) return;
  const place = { student_id: order.student_id, route_id: route.id };
  const line = signedRouteName(route);
  const rides =
    (await hasLiveOrder(tx, place)) ||
    (await ridesByOtherRecord(tx, vault, { ...place, user_id: parent.id }));
  if (rides)
    throw new Refusal(amendmentRefusals.amendment_same_child, { data: { child: fullName(student), line } });
  if (!(await hasSeatFor(tx, clock.now(), place)))
    throw new Refusal(amendmentRefusals.amendment_line_full, { data: { line } });
}

/** @throws amendment_waits */
export async function refuseOpen(tx: Tx, order_id: number): Promise<void> {
  const open = await findOpenAmendment(tx, order_id);
  if (open) throw new Refusal(amendmentRefusals.amendment_waits, { data: { number: open.number } });
}

/** How long a paper has to be signed and to come back. */
const PAPER_MS = 14 * DAY_MS;

export async function endOf(tx: Tx, now: Date, agree_by: AgreeBy): Promise<Date> {
  const { offer_hours } = await getCompany(tx);
  const online_ms = offer_hours * HOUR_MS;
  return new Date(now.getTime() + (agree_by === 'paper' ? Math.max(PAPER_MS, online_ms) : online_ms));
}

/**
 * Writes nothing. What cannot be proposed now is in `refused`, beside the years (OF5.6).
 * @throws those of `changedOrder`
 */
export async function previewAmendment(
  tx: Tx,
  billing: BillingContext,
  asked: ChangeAsked,
): Promise<AmendmentPreview> {
  const now = billing.clock.now();
  const changed = await changedOrder(tx, billing, asked);
  const { request } = asked;
  const ends_at = await endOf(tx, now, request.agree_by);
  const from = countedFrom(billing.clock, { ...request, ends_at });
  let money = NO_MONEY;
  let refused: AmendmentPreview['refused'] = null;
  try {
    await refuseOpen(tx, asked.order_id);
    money = await moneyOf(tx, billing, await readAmendedOrder(tx, asked.order_id), {
      ...changed,
      request,
      from,
    });
    await refuseNoSeat(tx, billing, changed);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused = { code: error.kind.code, sentence: error.sentences[0]! };
  }
  return {
    ...wholePlan(changed.plan, money),
    seat: await seatOf(tx, now, changed),
    discount_lost: discountLost(changed, request),
    needs_second_person: await needsSecondPerson(tx, asked.order_id, money),
    ends_at: ends_at.toISOString(),
    refused,
  };
}

async function seatOf(
  tx: Tx,
  now: Date,
  { order, snapshot_after: { route } }: ChangedOrder,
): Promise<AmendmentPreview['seat']> {
  if (route.id === order.snapshot.route.id) return null;
  const place = { student_id: order.student_id, route_ids: [route.id] };
  const left = (await seatsLeftFor(tx, now, place))(route.id);
  return { line: signedRouteName(route), free_after: left === null ? null : Math.max(0, left - 1) };
}

/** Asked for, and not offered by the new route (B7). */
const discountLost = ({ order, snapshot_after }: ChangedOrder, { contract }: AmendmentRequest) =>
  contract.route_discounts.length > 0 && !snapshot_after.discount
    ? (order.snapshot.discount?.text ?? null)
    : null;
