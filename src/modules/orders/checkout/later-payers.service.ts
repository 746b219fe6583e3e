import { sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { mustBeLeft, planLater } from '#modules/billing/methods/later/later-plan.ts';
import { savedMethods } from '#modules/billing/methods/methods.service.ts';
import { isSomethingDue, laterOf } from '#modules/orders/contracts/priced-by.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { LaterPrice, SignedLater } from '#modules/pricing/price-snapshot.ts';
import { isCardPrice, priceKeyOf } from '#modules/pricing/quoted-prices.ts';
import type { Db } from '#platform/db/database.ts';
import type { PayingMethod } from './checkout-method.service.ts';
import type { PricedSelection } from './price-selection.service.ts';

export type LaterPayers = {
  later: SignedLater[];
  /** the order keeps the checkout method, because M5 would choose another method (decision 50) */
  isLeft: boolean;
};

type LaterAsked = {
  paying: PayingMethod | null;
  payment: PlaceOrder['payment'];
  /** no saved method is authorized (decision 205) */
  isOnPaper?: boolean;
};

/**
 * @throws later_changed when the family saw other later payments; carries the quote, priced for the paying
 *   card (MP1, M5)
 */
export async function laterPayers(
  db: Db,
  { user_id }: Viewer,
  { quote, selection: { sale }, facts: { card_fee } }: PricedSelection,
  { paying, payment, isOnPaper = false }: LaterAsked,
): Promise<LaterPayers> {
  const due = laterOf(quote);
  if (due.length === 0) return { later: [], isLeft: false };
  const saved = isOnPaper ? [] : await savedMethods(db, user_id);
  const choice = {
    methods: saved.map((row) => ({ ...row, price_key: priceKeyOf(row, card_fee) })),
    checkout: paying && { ...paying, price_key: priceKeyOf(paying, card_fee) },
    isForLater: !isSomethingDue(quote) || payment.is_for_later === true,
    program_group_id: sale.program_group.id,
  };
  const planned = planLater(due, choice, { surcharges: sale.surcharges, card_fee });
  const { later_shown } = payment;
  if (later_shown && !isShown(planned, later_shown)) {
    const key = choice.checkout?.price_key ?? '';
    throw new Refusal(orderRefusals.later_changed, {
      items: [isCardPrice(key) ? { ...quote, priced_as: key } : quote],
    });
  }
  const names = new Map(saved.map((row) => [row.id, nameOfMethod(row)]));
  const methodOf = ({ by }: LaterPrice) =>
    by === 'checkout' ? paying && nameOfMethod(paying) : by && (names.get(by) ?? null);
  return {
    later: planned.map((one) => ({ ...one, method: methodOf(one) || null })),
    isLeft: mustBeLeft(planned, choice),
  };
}

const isShown = (
  planned: readonly LaterPrice[],
  shown: NonNullable<PlaceOrder['payment']['later_shown']>,
): boolean =>
  planned.length === shown.length &&
  planned.every(({ pay_on, amount_cents, surcharge_cents, by }, nr) => {
    const one = shown[nr]!;
    const isSameSum = one.total_cents === sum([amount_cents, surcharge_cents]);
    return one.pay_on === pay_on && one.by === by && isSameSum;
  });
