import { m } from '#i18n/messages.js';
import { hasRight } from '#kit/endpoint/right.ts';
import { formatMoney } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { PricedMethod } from '#modules/pricing/quoted-prices.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import {
  findActivatedOwner,
  type LockedPayment,
  type PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { listOwedOf, type OwedPayment } from '#modules/billing/payments/paying-family.queries.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { isForPayer, isOurMistake, mayRetryAtScreen } from '#modules/billing/payments/retry-policy.ts';
import { familyReasonOf } from '#modules/billing/charges/failure-reasons.ts';
import {
  automaticMethodBy,
  laterPriceBy,
  nextChargeBy,
  type PayerFacts,
} from '#modules/billing/methods/later/planned-charge.service.ts';
import {
  findMethod,
  methodsOfPayer,
  methodsOfUser,
  type MethodRow,
} from '#modules/billing/methods/methods.queries.ts';
import { listAttemptsOf } from '#modules/billing/payments/page-of-payments.queries.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import type { ChargeToCome, PlannedCharge } from './pay-now.contract.ts';

type Way = ChargeToCome['ways'][number];

/**
 * Staff may read any order (M5, S2).
 * @throws payment_not_found for an order of another family, or an order never activated
 */
export async function listChargesToCome(
  db: Db,
  charging: Charging,
  { viewer, order_id }: { viewer: Pick<Viewer, 'user_id' | 'rights'>; order_id: number },
): Promise<ChargeToCome[]> {
  const owner = await findActivatedOwner(db, order_id);
  if (owner === undefined || (owner !== viewer.user_id && !hasRight(viewer, 'money')))
    throw new Refusal(billingRefusals.payment_not_found);
  const [payable, catalog] = await onOneConnection(db, (one) =>
    atOnce([readOwed(one, order_id), currentCatalog(one)]),
  );
  const planned = plannedWays(payable, { charging, catalog });
  return atOnce(planned.map((one) => chargeToCome(db, one, { charging, catalog })));
}

export async function plannedChargesOf(
  db: Db,
  charging: Charging,
  { order_id, reading }: { order_id: number; reading: Promise<Catalog> },
): Promise<PlannedCharge[]> {
  const [payable, catalog] = await atOnce([readOwed(db, order_id), reading]);
  const all = plannedWays(payable, { charging, catalog });
  return all.map(({ due: { payment }, planned }) => ({
    pay_on: payment.pay_on,
    amount_cents: payment.amount_cents,
    planned,
  }));
}

type Payable = { due: OwedPayment; facts: PayerFacts };

async function readOwed(db: Db, order_id: number): Promise<Payable[]> {
  const [owed, methods] = await atOnce([listOwedOf(db, order_id), methodsOfPayer(db, order_id)]);
  const tried = owed.filter(({ is_tried }) => is_tried).map(({ payment }) => payment.id);
  const attempts = tried.length > 0 ? await listAttemptsOf(db, tried) : undefined;
  return owed.map((due) => ({
    due,
    facts: {
      methods,
      checkout_method_id: due.checkout_method_id,
      pastAttempts: attempts?.get(due.payment.id) ?? [],
    },
  }));
}

type Rates = { charging: Charging; catalog: Catalog };

type PlannedWay = Payable & { isHeldBack: boolean; planned: Way | null };

function plannedWays(payable: readonly Payable[], { charging, catalog }: Rates): PlannedWay[] {
  const now = feeDayOf(charging);
  return payable.map(({ due, facts }) => {
    const next = nextChargeBy(due, facts, now.today);
    const on = next.step === 'wait' ? dayOfCharge(due.payment, now.today) : next.on;
    const { method, isHeldBack } = automaticMethodBy(due.order, facts, on);
    const { pastAttempts } = facts;
    // A method that has refused the payment for good is not charged on its day (MC5).
    const isPlanned = method && next.step !== 'ask_for_method';
    const day = { ...now, today: on };
    const planned = isPlanned ? wayOf(catalog, due, { method, day, pastAttempts }) : null;
    return { due, facts, isHeldBack, planned };
  });
}

async function chargeToCome(
  db: Db,
  { due, facts: { pastAttempts }, planned, isHeldBack }: PlannedWay,
  { charging, catalog }: Rates,
): Promise<ChargeToCome> {
  const { clock } = charging;
  const now = feeDayOf(charging);
  const { order, payment } = due;
  const usable = (await methodsOfUser(db, order.user_id)).filter((each) =>
    mayPayNow(each, { program_group_id: order.program_group_id, pastAttempts, clock }),
  );
  const ways = usable.map((method) => wayOf(catalog, due, { method, day: now, pastAttempts }));
  const isPlanned = ({ payment_method_id }: Way) => payment_method_id === planned?.payment_method_id;
  return {
    payment_id: payment.id,
    amount_cents: payment.amount_cents,
    pay_on: payment.pay_on,
    planned,
    is_held_back: isHeldBack,
    ways: [...ways.filter(isPlanned), ...ways.filter((way) => !isPlanned(way))],
    new_ways: newWaysOf(catalog, due, now),
    failed_because: await whyFailed(db, { status: payment.status, isHeldBack }, pastAttempts),
    waits_for_payer: payment.status === 'in_flight',
  };
}

type Payer = {
  program_group_id: number;
  pastAttempts: readonly PaymentAttempt[];
  clock: Clock;
};

/** M7 */
export function mayPayNow(method: MethodRow, { program_group_id, pastAttempts, clock }: Payer): boolean {
  const isForGroup = method.program_group_id === null || method.program_group_id === program_group_id;
  return isForGroup && !isExpired(method, clock.today()) && mayRetryOf(method, { pastAttempts, clock });
}

export function mayRetryOf(
  { id }: Pick<MethodRow, 'id'>,
  { pastAttempts, clock }: Pick<Payer, 'pastAttempts' | 'clock'>,
): boolean {
  const ofMethod = pastAttempts.filter(({ payment_method_id }) => payment_method_id === id);
  return mayRetryAtScreen(ofMethod, ({ created_at }) => dayIn(clock.time_zone, created_at) === clock.today());
}

/** A state with the full card fee. The real state is known when the family saves the card (S5). */
const ANY_STATE = '';

const NEW: Record<keyof ChargeToCome['new_ways'], PricedMethod> = {
  credit_card: { paymentType: 'paymentTypeCreditCard', funding: 'credit', billing_state: ANY_STATE },
  debit_card: { paymentType: 'paymentTypeCreditCard', funding: 'debit', billing_state: ANY_STATE },
  bank: { paymentType: 'paymentTypeAch', funding: null, billing_state: null },
};

function newWaysOf(catalog: Catalog, due: LockedPayment, day: FeeDay): ChargeToCome['new_ways'] {
  const totalBy = (method: PricedMethod) => laterPriceBy(catalog, due, { method, day }).total_cents;
  return {
    credit_card: totalBy(NEW.credit_card),
    debit_card: totalBy(NEW.debit_card),
    bank: totalBy(NEW.bank),
  };
}

async function whyFailed(
  db: Db,
  { status, isHeldBack }: { status: string; isHeldBack: boolean },
  pastAttempts: readonly PaymentAttempt[],
): Promise<string | null> {
  const last = pastAttempts.find((each) => !isOurMistake(each));
  const isOver = last && FAILED_ATTEMPTS.includes(last.state);
  if (!isOver && status !== 'needs_method') return null;
  if (!isOver) return isHeldBack ? m.server_why_held_back() : m.server_why_no_method();
  const method = await findMethod(db, last.payment_method_id);
  return familyReasonOf(last, {
    method: method ? nameOfMethod(method) : '',
    total: formatMoney(last.total_cents),
  });
}

type Asked = { method: MethodRow; day: FeeDay; pastAttempts: readonly PaymentAttempt[] };

function wayOf(catalog: Catalog, due: LockedPayment, { method, day, pastAttempts }: Asked): Way {
  const { surcharge_cents, total_cents } = laterPriceBy(catalog, due, { method, day });
  const last = pastAttempts.find(({ payment_method_id }) => payment_method_id === method.id);
  return {
    payment_method_id: method.id,
    brand: method.brand,
    ident: `****${method.last_4}`,
    kind: chargeable(method).kind,
    surcharge_cents,
    total_cents,
    wants_payer: last !== undefined && (last.state === 'action' || isForPayer(last)),
    was_refused: last !== undefined && FAILED_ATTEMPTS.includes(last.state) && !isOurMistake(last),
  };
}
