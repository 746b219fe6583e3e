import { invariant } from '#kit/invariant.ts';
import { laterSurcharges, surchargeTotal } from '#modules/pricing/surcharges.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import { updatePayment } from '#modules/billing/payments/attempts.queries.ts';
import { claimDue } from '#modules/billing/payments/collection.queries.ts';
import { insertAttempts, listFirstLineTexts } from '#modules/billing/payments/page-of-payments.queries.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { laterDescriptor } from '#modules/billing/payments/payment-texts.ts';
import { attemptRow, newChargeKey } from './charges.service.ts';
import { writeNotified } from '#modules/billing/methods/later/later-changes.queries.ts';
import { notifyOfCharges } from '#modules/billing/methods/later/later-changes.service.ts';
import { laterTariffs } from '#modules/billing/methods/later/planned-charge.service.ts';
import { collectionStepsOf, statementOf, type DueStep } from './later-charge.service.ts';
import { notifyFailure } from './payment-notifications.service.ts';

type Keep = (error: unknown) => void;

/**
 * After a failure each alone, so a broken payment does not block the others. @returns the attempts to send
 */
export async function claimTogether(
  billing: BillingContext,
  payment_ids: number[],
  keep: Keep,
): Promise<number[]> {
  try {
    return await billing.db.transaction((tx) => claim(tx, { billing, payment_ids, keep }));
  } catch (error) {
    const [only, ...others] = payment_ids;
    if (only === undefined || others.length === 0) {
      keep(error);
      return [];
    }
    const claimed: number[] = [];
    for (const id of payment_ids) claimed.push(...(await claimTogether(billing, [id], keep)));
    return claimed;
  }
}

type Claiming = { billing: BillingContext; payment_ids: number[]; keep: Keep };

async function claim(tx: Tx, { billing, payment_ids, keep }: Claiming): Promise<number[]> {
  const due = await claimDue(tx, payment_ids, billing.clock.now());
  const steps = await collectionStepsOf(tx, due, billing.clock.today());
  for (const each of steps) if (each.step === 'ask_for_method') await askForMethod(tx, billing, each);
  // Locked in the order of ids, sent in the order of the page.
  const placeOf = ({ due: { payment } }: DueStep) => payment_ids.indexOf(payment.id);
  const isOpen = ({ method }: DueStep) => billing.isKindEnabled(chargeable(method!).kind);
  const charged = steps
    .filter((each) => each.step === 'charge' && isOpen(each))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  if (charged.length === 0) return [];
  const rows = await attemptRows(tx, charged, { billing, keep });
  const totals = new Map(rows.map(({ payment_id, params }) => [payment_id, params.amount_cents]));
  const charges = charged.flatMap(({ due: { order, payment }, method }) => {
    const total_cents = totals.get(payment.id);
    return total_cents === undefined ? [] : [{ order, payment, method: method!, total_cents }];
  });
  await notifyOfCharges(tx, billing.clock, charges);
  return insertAttempts(tx, rows);
}

async function askForMethod(tx: Tx, billing: BillingContext, { due, isHeldBack }: DueStep): Promise<void> {
  const payment_id = due.payment.id;
  await updatePayment(tx, payment_id, { status: 'needs_method', next_try_on: null });
  await writeNotified(tx, [{ payment_id, method: null, total_cents: due.payment.amount_cents }]);
  await billing.orderListener.onPaymentsChanged(tx, due.order.id);
  await notifyFailure(tx, billing.clock.now(), {
    payment_id,
    charge_attempt_id: null,
    method_id: null,
    next_try_on: null,
    is_held_back: isHeldBack,
  });
}

/**
 * A payment below the smallest charge is skipped; any other error is kept, and the remaining payments go on.
 */
async function attemptRows(
  tx: Tx,
  charged: readonly DueStep[],
  { billing, keep }: Omit<Claiming, 'payment_ids'>,
) {
  const order_ids = charged.map(({ due }) => due.order.id);
  const texts = await listFirstLineTexts(tx, order_ids);
  const catalog = await currentCatalog(tx);
  const facts = { texts, catalog, now: billing.clock.now(), day: feeDayOf(billing) };
  return charged.flatMap((step) => {
    try {
      return dueAttempt(step, facts) ?? [];
    } catch (error) {
      keep(error);
      return [];
    }
  });
}

type ChargeFacts = {
  texts: ReadonlyMap<number, string>;
  catalog: Catalog;
  now: Date;
  day: ReturnType<typeof feeDayOf>;
};

/** @returns undefined below the smallest charge */
function dueAttempt({ due, method, pastAttempts }: DueStep, { texts, catalog, now, day }: ChargeFacts) {
  const { order, payment } = due;
  const surcharges = laterSurcharges(payment.amount_cents, laterTariffs(catalog, order, day), method!);
  if (payment.amount_cents + surchargeTotal(surcharges) < SMALLEST_CHARGE) return undefined;
  const text = texts.get(order.id);
  invariant(text !== undefined, `order ${order.id} is active and has a first transaction`);
  const row = attemptRow({
    payment,
    method: chargeable(method!),
    surcharges,
    descriptor: laterDescriptor(text, payment),
    statement: statementOf(catalog),
    presence: 'away',
    now,
    idem_key: newChargeKey(),
    is_by_family: false,
  });
  return { ...row, attempt_no: (pastAttempts[0]?.attempt_no ?? 0) + 1 };
}
