import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext, Charging } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { CongestionFee, PaidFees } from '#modules/billing/congestion-fees/congestion-fee.ts';
import * as fees from '#modules/billing/congestion-fees/congestion-fees.service.ts';
import { earliestChargeDay } from '#modules/billing/congestion-fees/earliest-charge-day.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { agreeToRefund } from '#modules/billing/second-person/agreed-refund.service.ts';
import { SecondPersonNeeded } from '#modules/billing/second-person/concessions.service.ts';
import { refundsSubject } from '#modules/billing/second-person/second-person.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { findSurgeRoute } from '#modules/catalog/routes/routes.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { MOST_DAYS_AHEAD, type AnnounceFee, type FeePreview } from './congestion-fees.contract.ts';
import { listOrdersOfRoute, lockAcceptingOrders } from './congestion-fees.queries.ts';
import { congestionRefusals } from './congestion-fees.refusals.ts';

const lastChargeDay = (clock: Clock): PlainDate => addDays(clock.today(), MOST_DAYS_AHEAD);

/** @throws congestion_route (S4) */
export async function previewFee(db: Db, clock: Clock, route_id: number): Promise<FeePreview> {
  if (!(await findSurgeRoute(db, clock.now(), route_id)))
    throw new Refusal(congestionRefusals.congestion_route);
  const orders = await listOrdersOfRoute(db, route_id);
  const accepted = orders.filter((order) => order.accepted).map(({ id }) => id);
  const first_charge_on = earliestChargeDay(clock.now(), clock.time_zone, 'card');
  return {
    route_id,
    accepted: accepted.length,
    not_accepted: orders.length - accepted.length,
    from_bank: await fees.countBankPayers(db, accepted, first_charge_on),
    first_charge_on,
    first_bank_charge_on: earliestChargeDay(clock.now(), clock.time_zone, 'bank'),
    last_charge_on: lastChargeDay(clock),
  };
}

/**
 * A repeated press finds the fee already raised. Locks the route's fees, then orders, then payments (S4).
 * @throws congestion_route, congestion_too_early, congestion_too_late, congestion_nobody, congestion_stale,
 *   congestion_fee_stands, congestion_key_reused
 */
export async function announceFee(
  tx: Tx,
  charging: Charging,
  staff: Viewer,
  { body, key }: { body: AnnounceFee; key: string },
): Promise<CongestionFee> {
  const { clock } = charging;
  const { route_id, amount_cents, reason, charge_on, contracts } = body;
  const command = { route_id, amount_cents: cents(amount_cents), reason, charge_on, request_key: key };
  await fees.lockFeesOfRoute(tx, route_id);
  const raised = await fees.findRaisedFee(tx, command);
  if (raised !== undefined) return fees.getFee(tx, clock, raised);
  if (!(await findSurgeRoute(tx, clock.now(), route_id)))
    throw refuseField(congestionRefusals.congestion_route, 'route_id');
  checkDay(clock, charge_on);
  const order_ids = await lockAcceptingOrders(tx, route_id);
  if (order_ids.length === 0) throw new Refusal(congestionRefusals.congestion_nobody);
  if (order_ids.length !== contracts)
    throw new Refusal(congestionRefusals.congestion_stale, { data: { contracts: order_ids.length } });
  const fee_id = await fees.raiseFee(tx, charging, { ...command, staff_id: staff.user_id, order_ids });
  await writeAudit(tx, clock.now(), staff, {
    action: 'congestion_fee.announce',
    subject: `congestion_fee:${fee_id}`,
    after: { route_id, amount_cents, contracts, charge_on },
  });
  return fees.getFee(tx, clock, fee_id);
}

function checkDay(clock: Clock, charge_on: PlainDate): void {
  const first = earliestChargeDay(clock.now(), clock.time_zone, 'card');
  if (charge_on < first)
    throw refuseField(billingRefusals.congestion_too_early, 'charge_on', { day: formatDate(first) });
  const last = lastChargeDay(clock);
  if (charge_on > last)
    throw refuseField(congestionRefusals.congestion_too_late, 'charge_on', { day: formatDate(last) });
}

type Withdrawal = { fee_id: number; paid: PaidFees | null };

/**
 * Refunds families that have paid, with the fees of their cards, if staff choose so. What cannot be refunded
 * now is a payment issue. Opens its own transactions.
 * @throws congestion_fee_not_found, congestion_fee_begun, congestion_fee_paid (S4, MC8)
 */
export async function withdrawAnnouncedFee(
  billing: BillingContext,
  staff: Viewer,
  { fee_id, paid }: Withdrawal,
): Promise<CongestionFee> {
  const { db, clock } = billing;
  const withdrawn = await db.transaction(async (tx) => {
    const found = await fees.withdrawFee(tx, billing, { fee_id, staff_id: staff.user_id, paid });
    if (found)
      await writeAudit(tx, clock.now(), staff, {
        action: 'congestion_fee.withdraw',
        subject: `congestion_fee:${fee_id}`,
        before: { withdrawn: false },
        after: {
          withdrawn: true,
          cancelled: found.cancelled,
          taken: found.taken.length,
          ...(paid && { paid }),
        },
      });
    return found;
  });
  if (paid === 'refund') for (const taken of withdrawn?.taken ?? []) await refundFee(billing, staff, taken);
  return fees.getFee(db, clock, fee_id);
}

/** An own order, and an amount that needs a second person, wait for a colleague (H4). */
async function refundFee(billing: BillingContext, staff: Viewer, taken: fees.Taken): Promise<void> {
  const { order_id, payment_id } = taken;
  const reason = m.server_congestion_refund_reason();
  const request = {
    order_id,
    payment_id,
    amount_cents: 'everything' as const,
    way: 'processor' as const,
    reference: null,
    reason,
    by: staff.user_id,
    request_key: `fee-withdrawn-${payment_id}`,
  };
  const about = { order_id, subject: refundsSubject(order_id), kind: 'refund', reason } as const;
  try {
    await refuseOwnFamily(billing.db, staff, taken);
    await createRefund(billing, request, (tx, plan) =>
      agreeToRefund(tx, plan, { ...about, command: {} }, undefined),
    );
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof SecondPersonNeeded)) throw error;
    billing.log.warn({ payment_id, err: error }, 'a withdrawn fee waits for its refund');
  }
}
