import { Refusal } from '#kit/refusal.ts';
import type { Charging } from '#modules/billing/billing-context.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { readPayment } from './read-payment.service.ts';
import {
  lockPayment,
  type PaymentPlace,
  type StaffPaymentRow,
} from '#modules/billing/payments/staff-payments.queries.ts';

/** @throws payment_not_found; payment_edited with the present payment, after a change by someone else (M8) */
export async function lockAtVersion(
  tx: Tx,
  billing: Charging,
  seen: PaymentPlace & { version: number },
): Promise<StaffPaymentRow> {
  const found = await lockPayment(tx, seen);
  if (!found) throw new Refusal(billingRefusals.payment_not_found);
  if (found.payment.version === seen.version) return found;
  throw new Refusal(billingRefusals.payment_edited, { items: [await readPayment(tx, billing, seen)] });
}
