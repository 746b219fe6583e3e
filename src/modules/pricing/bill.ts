import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { checkAidAmount, splitAid } from './financial-aid.ts';
import { getOfferedAddons } from './offered-addons.ts';
import { getOfferedTerm } from './offered-terms.ts';
import { laterPayments, type LaterPayment } from './payment-schedule.ts';
import type { Occasion, PricedAddon, PricedTerm, PriceList, Selection } from './price-list.ts';
import { findDiscount, siblingDiscount } from './sibling-discount.ts';

export type PriceLine = {
  readonly part: 'deposit' | 'addon' | 'discount' | 'aid' | 'paid_later' | 'surcharge';
  readonly name: string;
  readonly amount_cents: Cents;
};

/** The lines add up to the principal. */
export type Bill = {
  readonly subtotalCents: Cents;
  readonly netCents: Cents;
  readonly principal_cents: Cents;
  readonly surchargeBaseCents: Cents;
  readonly lines: readonly PriceLine[];
  readonly later: readonly LaterPayment[];
};

type Chosen = { term: PricedTerm; bought: readonly PriceLine[]; subtotal: Cents };

/** @throws the refusals of pricing.refusals.ts (P) */
export function billFor(selection: Selection, prices: PriceList, today: PlainDate): Bill {
  const when = { today, isStaff: selection.isStaff };
  const term = getOfferedTerm(prices.terms, selection.payment_term_id, when);
  const bought = boughtLines(term, getOfferedAddons(prices.addons, selection.addonIds, selection.isStaff));
  const chosen = { term, bought, subtotal: sum(bought.map((line) => line.amount_cents)) };
  return selection.aid
    ? aidedBill(chosen, selection.aid.amount_cents, prices, when)
    : discountedBill(chosen, selection, prices, today);
}

function boughtLines(term: PricedTerm, addons: readonly PricedAddon[]): PriceLine[] {
  return [
    { part: 'deposit', name: term.name, amount_cents: term.deposit },
    ...addons.map((addon) => ({ part: 'addon' as const, name: addon.text, amount_cents: addon.amount })),
  ];
}

function discountedBill(
  { term, bought, subtotal }: Chosen,
  selection: Selection,
  prices: PriceList,
  today: PlainDate,
): Bill {
  const rule = findDiscount(prices.discounts, selection);
  const discount = rule ? siblingDiscount(subtotal, rule) : ZERO;
  const net = subtract(subtotal, discount);
  return {
    subtotalCents: subtotal,
    netCents: net,
    principal_cents: net,
    surchargeBaseCents: net,
    lines: [...bought, ...lessLine('discount', rule?.text ?? '', discount)],
    later: laterPayments(term, today),
  };
}

function aidedBill({ term, bought, subtotal }: Chosen, aid: Cents, prices: PriceList, when: Occasion): Bill {
  checkAidAmount(aid, subtotal, prices.period_program);
  const split = splitAid({ aid, subtotal, term }, prices, when);
  return {
    ...split,
    subtotalCents: subtotal,
    netCents: aid,
    lines: [
      ...bought,
      ...lessLine('aid', '', subtract(subtotal, aid)),
      ...lessLine('paid_later', '', subtract(aid, split.principal_cents)),
    ],
  };
}

function lessLine(part: PriceLine['part'], name: string, amount: Cents): PriceLine[] {
  return amount === 0 ? [] : [{ part, name, amount_cents: subtract(ZERO, amount) }];
}
