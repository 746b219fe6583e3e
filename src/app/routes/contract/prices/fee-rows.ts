import { m } from '#i18n/messages.js';
import { sum, ZERO, type Cents } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { isCardPrice, priceIn, type Quote, type TypeQuote } from '#modules/pricing/quoted-prices.ts';
import type { ShownPriceKey } from '#app/routes/contract/wizard/later-payment.ts';

export type FeeRow = {
  readonly text: string;
  readonly amounts: readonly Cents[];
  readonly fees?: readonly Cents[];
  readonly isTotal: boolean;
};

/** The priced payment types, bank before card; an unknown card counts as a credit card. */
export function pricedTypesOf(
  quote: Quote,
  chosen: ShownPriceKey,
): { typeKey: ShownPriceKey; priced: TypeQuote }[] {
  const card = isCardPrice(chosen) ? chosen : 'paymentTypeCreditCard';
  const pricedTypes: ShownPriceKey[] = ['paymentTypeAch', card, 'paymentTypeNone'];
  return pricedTypes.flatMap((typeKey) => {
    const priced = priceIn(quote, typeKey);
    return priced ? [{ typeKey, priced }] : [];
  });
}

/** Types without a line have 0. */
function lineRows(priced: readonly TypeQuote[]): FeeRow[] {
  const texts = [...new Set(priced.flatMap((each) => each.lines.map((line) => line.text)))];
  return texts.map((text) => ({
    text,
    amounts: priced.map((each) =>
      sum(each.lines.filter((line) => line.text === text).map((line) => line.amount_cents)),
    ),
    isTotal: false,
  }));
}

/** Today's lines, later dates, and the year, with a column for each payment type (P3, P5). */
export function feeRows(quote: Quote, chosen: ShownPriceKey): FeeRow[] {
  const priced = pricedTypesOf(quote, chosen).map((each) => each.priced);
  const dates = priced[0]?.later ?? [];
  return [
    ...lineRows(priced),
    { text: m.contract_due_today(), amounts: priced.map((each) => each.due_today_cents), isTotal: true },
    ...dates.map(({ pay_on }, i) => ({
      text: m.contract_fee_row_later({ on: formatDate(pay_on) }),
      amounts: priced.map((each) =>
        sum([each.later[i]?.amount_cents ?? ZERO, each.later[i]?.surcharge_cents ?? ZERO]),
      ),
      fees: priced.map((each) => each.later[i]?.surcharge_cents ?? ZERO),
      isTotal: false,
    })),
    { text: m.contract_year_total(), amounts: priced.map((each) => each.year_total_cents), isTotal: true },
  ];
}
