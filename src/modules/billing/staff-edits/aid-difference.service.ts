import type { Cents } from '#kit/money.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { Charging } from '#modules/billing/billing-context.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { insertNextPayment } from '#modules/billing/payments/next-payment.queries.ts';
import { lineOfAdjustment, recordAdjustment } from './manual-entries.service.ts';

/** A bank needs ten days' notice for another amount (reliability 3.1). */
const DAYS_TO_PAY = 14;

type Difference = {
  order_id: number;
  user_id: number;
  financial_aid_id: number;
  amount_cents: Cents;
  reason: string;
};

/** The added debt is an adjustment too. The caller has locked the order (A6, M8, decision 62). */
export async function askForAidDifference(
  tx: Tx,
  charging: Charging,
  { reason, user_id, ...difference }: Difference,
): Promise<PlainDate> {
  const { clock } = charging;
  const pay_on = addDays(clock.today(), DAYS_TO_PAY);
  const payment = await insertNextPayment(tx, { ...difference, pay_on });
  // The first version of a payment counts as a change.
  await recordAdjustment(tx, {
    payment: { ...payment, version: payment.version - 1 },
    byCents: payment.amount_cents,
    text: lineOfAdjustment({ payment, reason }),
    now: clock.now(),
  });
  await notifyLaterChanges(tx, charging, { user_ids: [user_id] });
  return pay_on;
}
