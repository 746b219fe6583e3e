import { Refusal, refuseField } from '#kit/refusal.ts';
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

type Seen = PaymentPlace & { version: number };

/**
 * All payments that one check pays, always locked in the same order, to prevent a deadlock.
 * @returns in the given order
 * @throws those of `lockAtVersion`; other_payment_edited for another payment of the check
 */
export async function lockAtVersions(
  tx: Tx,
  billing: Charging,
  seen: Seen,
  also: readonly Seen[],
): Promise<[StaffPaymentRow, ...StaffPaymentRow[]]> {
  const all = [seen, ...also];
  if (new Set(all.map(({ payment_id }) => payment_id)).size < all.length) throw otherPaymentEdited();
  const locked = new Map<number, StaffPaymentRow>();
  for (const one of all.toSorted((a, b) => a.order_id - b.order_id || a.payment_id - b.payment_id))
    locked.set(
      one.payment_id,
      one === seen ? await lockAtVersion(tx, billing, seen) : await lockOther(tx, one),
    );
  const [first, ...others] = all.map(({ payment_id }) => locked.get(payment_id)!);
  // A check of one family pays for no other.
  if (others.some(({ order }) => order.user_id !== first!.order.user_id)) throw otherPaymentEdited();
  return [first!, ...others];
}

async function lockOther(tx: Tx, { version, ...place }: Seen): Promise<StaffPaymentRow> {
  const found = await lockPayment(tx, place);
  if (found?.payment.version !== version) throw otherPaymentEdited();
  return found;
}

const otherPaymentEdited = () => refuseField(billingRefusals.other_payment_edited, 'also');
