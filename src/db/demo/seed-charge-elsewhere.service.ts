import { cents } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { chargeElsewhere } from '#platform/payments/sandbox/charge-elsewhere.ts';
import { clockOn } from './clock-on.ts';
import { demoOrders } from './orders.ts';
import { isPlaced } from './orders.queries.ts';

/** Long enough ago that the first comparison of the books counts it. */
const DAYS_AGO = 3;

/** What the office has charged by hand at the processor: the seat of a guest on a field trip. */
const CHARGED = cents(42_00);

/**
 * Charges a card in the sandbox past the portal, a few days before the first start, so that the first nightly
 * comparison has something to find. Once, however often the portal starts, and nowhere without the demo's
 * orders.
 */
export async function seedChargeElsewhere({ db, clock }: BillingContext): Promise<void> {
  const arePlaced = await Promise.all(demoOrders.map((order) => isPlaced(db, order)));
  if (!arePlaced.includes(true)) return;
  const then = clockOn(clock, addDays(clock.today(), -DAYS_AGO));
  await chargeElsewhere({ db, clock: then }, { amount_cents: CHARGED, key: 'demo-charge-elsewhere' });
}
