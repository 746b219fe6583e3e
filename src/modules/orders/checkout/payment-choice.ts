import { isByToken, type Card } from '#modules/billing/methods/methods.contract.ts';
import type { PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';
import { refuseField } from '#kit/refusal.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import type { FirstDue } from '#modules/orders/contracts/priced-by.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export type PaymentSource =
  | { from: 'nothing' }
  | { from: 'saved'; payment_method_id: number }
  | { from: 'entry'; kind: 'card' | 'bank'; token: string }
  | { from: 'card'; card: Card }
  | { from: 'bank'; bank: TypedBank };

type Choice = PlaceOrder['payment'];

type TypedBank = Exclude<NonNullable<Choice['ach']>, { token: string }>;

export type PaymentTypeIds = ReadonlyMap<number, PaymentTypeKey>;

function typeOf({ payment_type, cc, ach }: Choice, ids: PaymentTypeIds): PaymentTypeKey | undefined {
  if (typeof payment_type === 'number') return ids.get(payment_type);
  if (payment_type) return payment_type;
  if (cc && !ach) return 'paymentTypeCreditCard';
  return ach && !cc ? 'paymentTypeAch' : undefined;
}

function wayIn(choice: Choice, ids: PaymentTypeIds): PaymentSource {
  if (choice.payment_method_id) return { from: 'saved', payment_method_id: choice.payment_method_id };
  const type = typeOf(choice, ids);
  if (type === 'paymentTypeCreditCard' && choice.cc) return byCard(choice.cc);
  if (type === 'paymentTypeAch' && choice.ach) return byBank(choice.ach);
  return { from: 'nothing' };
}

const byCard = (card: NonNullable<Choice['cc']>): PaymentSource =>
  isByToken(card) ? { from: 'entry', kind: 'card', token: card.token } : { from: 'card', card };

const byBank = (bank: NonNullable<Choice['ach']>): PaymentSource =>
  isByToken(bank) ? { from: 'entry', kind: 'bank', token: bank.token } : { from: 'bank', bank };

/**
 * A saved method precedes a typed card or bank account. With a later due date, a method in the body is left
 * for the later payments, and none is required (O7, MB11).
 * @throws payment_required when something is due today and the body names no way to pay
 */
export function paymentSource(choice: Choice, ids: PaymentTypeIds, due: FirstDue): PaymentSource {
  if (due === 'never') return { from: 'nothing' };
  if (due === 'later' && typeOf(choice, ids) === 'paymentTypeNone') return { from: 'nothing' };
  const source = wayIn(choice, ids);
  if (due === 'today' && source.from === 'nothing')
    throw refuseField(orderRefusals.payment_required, 'payment.payment_type');
  return source;
}
