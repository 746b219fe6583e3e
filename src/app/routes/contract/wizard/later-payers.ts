import { asksForLater, planLater, type LaterChoice } from '#modules/billing/methods/later/later-plan.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { isSomethingDue, laterOf } from '#modules/orders/contracts/priced-by.ts';
import type { PriceList } from '#modules/pricing/price-list.ts';
import { withLater, type LaterPrice } from '#modules/pricing/price-snapshot.ts';
import { priceKeyOf, type PriceKey, type Quote, type TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { isEntered, type Draft, type WizardPaymentType } from './draft.ts';
import { wayOfOrder, type ShownPriceKey } from './later-payment.ts';

export type TypedMethod = { type: WizardPaymentType; method: PaymentMethod };

export type PayersInput = {
  draft: Draft;
  saved: readonly TypedMethod[];
  program_group_id: number;
  price_key: ShownPriceKey;
  prices: PriceList;
};

/** The methods of later payments for the current draft (MP1). */
export type LaterPayers = {
  priced: (quote: Quote) => Quote;
  planned: (quote: Quote) => LaterPrice[];
  plannedBy: (quote: Quote, checkout: LaterChoice['checkout']) => LaterPrice[];
  /** the default pays later, and the family may choose today's method instead */
  isAsked: (quote: Quote) => boolean;
};

const NEW = { id: null, exp_month: null, exp_year: null };

function expiryOf({ cc }: Draft) {
  if (cc === null || isEntered(cc)) return NEW;
  return { ...NEW, exp_month: cc.exp_month, exp_year: cc.exp_year };
}

function checkoutOf({ draft, saved, price_key }: PayersInput): LaterChoice['checkout'] {
  const { type, method: chosen } = wayOfOrder(draft);
  if (type === 'paymentTypeNone') return null;
  const found = saved.find(({ method }) => method.id === chosen)?.method;
  const { id, exp_month, exp_year } = found ?? (type === 'paymentTypeCreditCard' ? expiryOf(draft) : NEW);
  return { id, exp_month, exp_year, price_key };
}

function choiceOf(input: PayersInput): LaterChoice {
  const { draft, saved, program_group_id, prices } = input;
  const methods = saved.map(({ type, method }) => ({
    id: method.id,
    program_group_id: method.program_group?.id ?? null,
    is_default: method.is_default,
    is_active: method.is_active,
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    chosen_at: null,
    returned_at: null,
    price_key: priceKeyOf({ ...method, paymentType: type }, prices.card_fee),
  }));
  const isForLater = draft.program.is_for_later || draft.program.payment_type === 'paymentTypeNone';
  return { methods, checkout: checkoutOf(input), isForLater, program_group_id };
}

/** Uses the server's own function of the signature. */
export function laterPayers(input: PayersInput): LaterPayers {
  const { price_key, prices } = input;
  const choice = choiceOf(input);
  const plan = (due: TypeQuote['later'], checkout: LaterChoice['checkout']) =>
    planLater(due, { ...choice, checkout }, prices);
  // A payment type without a choice stands for a new card or account.
  const by = (priced: TypeQuote, key: PriceKey): TypeQuote =>
    withLater(priced, plan(priced.later, key === price_key ? choice.checkout : { ...NEW, price_key: key }));
  return {
    priced: (quote) => pricedWith(quote, by),
    planned: (quote) => plan(laterOf(quote), choice.checkout),
    plannedBy: (quote, checkout) => plan(laterOf(quote), checkout),
    isAsked: (quote) => isSomethingDue(quote) && asksForLater(laterOf(quote), choice),
  };
}

function pricedWith(quote: Quote, by: (priced: TypeQuote, key: PriceKey) => TypeQuote): Quote {
  const entries = Object.entries(quote.by_payment_type) as [PriceKey, TypeQuote][];
  const types = Object.fromEntries(entries.map(([key, priced]) => [key, by(priced, key)]));
  const caps = Object.entries(quote.by_card_cap ?? {}).map(([cap, priced]) => [
    cap,
    by(priced, `card_at_${Number(cap)}`),
  ]);
  return {
    ...quote,
    by_payment_type: { ...quote.by_payment_type, ...types },
    ...(quote.by_card_cap && { by_card_cap: Object.fromEntries(caps) }),
  };
}
