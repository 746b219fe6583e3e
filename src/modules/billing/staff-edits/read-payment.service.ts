import { toDollars, type Cents } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import type { Db } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { LockedPayment, PaymentAttempt } from '#modules/billing/payments/collection.queries.ts';
import { comingCharge } from '#modules/billing/charges/later-charge.service.ts';
import { isDueOn } from './charge-block-reason.ts';
import { chargeOfToday } from './charge-of-today.service.ts';
import { reasonOf } from '#modules/billing/charges/failure-reasons.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { earliestDays, mayChange } from './payment-change.ts';
import { reversibleEntry } from './standing-entry.service.ts';
import type { PaymentBeside, StaffPayment } from './payment-edit.contract.ts';
import {
  findStaffPayment,
  listOfSameCheck,
  listOwedBeside,
  transactionsOfPayment,
  type PaymentPlace,
} from '#modules/billing/payments/staff-payments.queries.ts';
import { OFFICE } from '#kit/endpoint/right.ts';
import { toPaymentResponse } from '#modules/billing/ledger/money-response.ts';

/** @throws payment_not_found  even for a payment of another order, or an order never activated */
export async function readPayment(db: Db, charging: Charging, place: PaymentPlace): Promise<StaffPayment> {
  const { clock } = charging;
  const found = await findStaffPayment(db, place);
  if (!found) throw new Refusal(billingRefusals.payment_not_found);
  const { order, payment, contract_number } = found;
  const today = clock.today();
  const ofToday = await chargeOfToday(db, found, charging);
  const { pastAttempts, refusal } = ofToday;
  const now = chargeOf(ofToday);
  const planned = await plannedOf(db, charging, found, now);
  return {
    ...toPaymentResponse(payment, await transactionsOfPayment(db, payment.id), OFFICE),
    order_id: order.id,
    order_is_active: order.status === 'active',
    contract_number,
    status: payment.status,
    version: payment.version,
    may_change: mayChange(payment.status),
    reversible: await reversibleEntry(db, found),
    same_check: (await listOfSameCheck(db, payment)).map(toBesideResponse),
    owed_beside:
      mayChange(payment.status) === 'everything'
        ? (await listOwedBeside(db, { user_id: order.user_id, payment_id: payment.id })).map(toBesideResponse)
        : [],
    next_try_on: payment.next_try_on,
    last_failure: failureOf(
      payment.status,
      pastAttempts,
      (instant) => dayIn(clock.time_zone, instant),
      today,
    ),
    method: planned?.method ?? null,
    charge_cents: planned?.charge_cents ?? null,
    charge_now: now,
    earliest: earliestDays({ today, isByBank: planned?.method.kind === 'bank' }),
    is_due: isDueOn(payment, today),
    charge_refused: refusal?.say(undefined as never) ?? null,
  };
}

type Beside = Awaited<ReturnType<typeof listOwedBeside>>[number];

/** The endpoint keeps the declared fields. */
const toBesideResponse = ({ payment, contract_number, student }: Beside): PaymentBeside => ({
  ...payment,
  amount: toDollars(payment.amount_cents),
  contract_number,
  student,
});

type Charge = NonNullable<StaffPayment['charge_now']>;

type PricedCharge = { method: MethodRow | undefined; price: { total_cents: Cents } | undefined };

const chargeOf = ({ method, price }: PricedCharge): Charge | null =>
  method && price ? { method: toMethodResponse(method), charge_cents: price.total_cents } : null;

/** A card may expire before the day of the charge, and another method may pay in its place (MC6). */
async function plannedOf(
  db: Db,
  charging: Charging,
  due: LockedPayment,
  now: Charge | null,
): Promise<Charge | null> {
  const coming = await comingCharge(db, due, feeDayOf(charging));
  if (coming.step === 'charge') return chargeOf({ method: coming.method, price: coming });
  return coming.step === 'wait' ? now : null;
}

const toMethodResponse = ({ brand, last_4, paymentType }: MethodRow) => ({
  brand,
  ident: `****${last_4}`,
  kind: paymentType === 'paymentTypeAch' ? ('bank' as const) : ('card' as const),
});

function failureOf(
  status: string,
  [last]: readonly PaymentAttempt[],
  dayOf: (instant: Date) => StaffPayment['pay_on'],
  today: StaffPayment['pay_on'],
): StaffPayment['last_failure'] {
  const reason = reasonOf(status, last);
  if (reason === null) return null;
  const total_cents = status === 'needs_method' ? null : (last?.total_cents ?? null);
  return { on: last ? dayOf(last.created_at) : today, reason, total_cents };
}
