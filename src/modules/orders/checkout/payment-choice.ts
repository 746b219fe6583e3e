import type { Card, Bank } from '#modules/billing/methods/methods.contract.ts';
import type { PaymentTypeKey } from '#modules/pricing/pricing.contract.ts';
import { refuseField } from '#kit/refusal.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

/** Where today's money comes from. */
export type PaymentSource =
  | { from: 'nothing_due' }
  | { from: 'saved'; payment_method_id: number }
  | { from: 'card'; card: Card }
  | { from: 'bank'; bank: Bank };

type Choice = PlaceOrder['payment'];

/** Payment types come as key or as option id (O7). */
export type PaymentTypeIds = ReadonlyMap<number, PaymentTypeKey>;

function typeOf({ payment_type, cc, ach }: Choice, ids: PaymentTypeIds): PaymentTypeKey | undefined {
  if (typeof payment_type === 'number') return ids.get(payment_type);
  if (payment_type) return payment_type;
  // A body with one of the two forms needs no type to be understood.
  if (cc && !ach) return 'paymentTypeCreditCard';
  return ach && !cc ? 'paymentTypeAch' : undefined;
}

/**
 * Which of the ways in the body pays today's amount: a saved method beats a typed card or bank
 * account, and paying with nothing is possible only when nothing is due.
 * @throws payment_required  when something is due and the body says no way to pay it
 * Source: O7
 */
export function paymentSource(choice: Choice, ids: PaymentTypeIds, isSomethingDue: boolean): PaymentSource {
  if (!isSomethingDue) return { from: 'nothing_due' };
  if (choice.payment_method_id) return { from: 'saved', payment_method_id: choice.payment_method_id };
  const type = typeOf(choice, ids);
  if (type === 'paymentTypeCreditCard' && choice.cc) return { from: 'card', card: choice.cc };
  if (type === 'paymentTypeAch' && choice.ach) return { from: 'bank', bank: choice.ach };
  throw refuseField(orderRefusals.payment_required, 'payment.payment_type');
}
