import { m } from '#i18n/messages.js';
import { cents, min, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import { termTotal } from './term-total.ts';
import type { DiscountRule, PricedAddon, PricedTerm } from './price-list.ts';
import type { QuoteLine } from './quoted-prices.ts';
import { siblingDiscount } from './sibling-discount.ts';

/** What the price of a contract's year follows from (OF5.3). */
export type PricedYear = {
  term: Pick<PricedTerm, 'name' | 'deposit' | 'amount' | 'number_payments'>;
  addons: readonly Pick<PricedAddon, 'text' | 'amount'>[];
  /** of the amount due at signing; ignored beside aid (B6) */
  discount: { text: string; amount: Cents } | null;
  /** what the family pays for the year (A1) */
  aid: Cents | null;
};

/** The discount of a rule for a selection, of deposit and add-ons (B1). */
export const discountAtSigning = (
  { term, addons }: Pick<PricedYear, 'term' | 'addons'>,
  rule: DiscountRule,
): Cents => siblingDiscount(sum([term.deposit, ...addons.map(({ amount }) => amount)]), rule);

/**
 * The price of the whole year, without card fees, whatever an earlier amendment has divided by days. The
 * lines add up to the price.
 * Source: OF5.3; worked examples in docs/domain/amendment.md
 */
export function yearPrice({ term, addons, discount, aid }: PricedYear): {
  lines: QuoteLine[];
  year_cents: Cents;
} {
  const bought = [
    { text: term.name, amount_cents: termTotal(term) },
    ...addons.map(({ text, amount }) => ({ text, amount_cents: amount })),
  ];
  const full = sum(bought.map(({ amount_cents }) => amount_cents));
  const less =
    aid === null
      ? lessLine(discount?.text ?? '', discount?.amount ?? ZERO)
      : lessLine(m.contract_price_aid(), subtract(full, min(aid, full)));
  const lines = [...bought, ...less];
  return { lines, year_cents: sum(lines.map(({ amount_cents }) => amount_cents)) };
}

const lessLine = (text: string, amount: Cents): QuoteLine[] =>
  amount === 0 ? [] : [{ text, amount_cents: subtract(ZERO, amount) }];

export type YearDifference = {
  before_cents: Cents;
  after_cents: Cents;
  /** null for the whole year; days left of all days of the season, both days included */
  days: { left: number; all: number } | null;
  fee_cents: Cents;
};

/** Half a cent rounds up, away from zero (OF5.3). */
export function yearDifference({ before_cents, after_cents, days, fee_cents }: YearDifference): Cents {
  const full = Math.abs(after_cents - before_cents);
  const { left, all } = days ?? { left: 1, all: 1 };
  const part = Number((2n * BigInt(full) * BigInt(left) + BigInt(all)) / (2n * BigInt(all)));
  return cents((after_cents < before_cents ? -part : part) + fee_cents);
}
