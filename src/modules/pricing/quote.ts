import { invariant } from '#kit/invariant.ts';
import { subtract, sum, ZERO, type MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { billFor, type Bill, type PriceLine } from './bill.ts';
import type { PriceList, Selection, Tariff } from './price-list.ts';
import { lineText } from './price-texts.ts';
import type { LaterCharge, PriceKey, Quote, TypeQuote } from './quoted-prices.ts';
import { pricingRefusals } from './pricing.refusals.ts';
import { surchargesOn, surchargeTotal } from './surcharges.ts';
import { fingerprint } from '#kit/text/fingerprint.ts';

type PricedType = {
  readonly type: string;
  readonly lines: readonly PriceLine[];
  readonly later: readonly LaterCharge[];
};

/**
 * The browser runs this function for instant feedback, the server before a charge; the same facts give the
 * same quote.
 * @param today  the company's calendar day; later payments fall due after this day
 * @throws the refusals of pricing.refusals.ts
 * Source: P, T, A, B, S; worked examples in docs/domain/pricing.md
 */
export function buildQuote(selection: Selection, prices: PriceList, today: PlainDate): Quote {
  const bill = billFor(selection, prices, today);
  refuseTooSmall(bill, selection);
  const payBy = (type: PriceKey) => priceBy(type, bill, prices);
  // Nothing due today needs no method of payment (P5).
  if (bill.principal_cents === 0) {
    const none = payBy('paymentTypeNone');
    return { ...totals(bill, [none]), by_payment_type: { paymentTypeNone: typeQuote(bill, none) } };
  }
  const ach = payBy('paymentTypeAch');
  const card = payBy('paymentTypeCreditCard');
  const debitCard = payBy('debit_card');
  const capped = capsOf(prices.card_fee).map((cap) => [cap, payBy(`card_at_${cap}`)] as const);
  return {
    ...totals(bill, [ach, card, debitCard, ...capped.map(([, priced]) => priced)]),
    by_payment_type: {
      paymentTypeAch: typeQuote(bill, ach),
      paymentTypeCreditCard: typeQuote(bill, card),
      debit_card: typeQuote(bill, debitCard),
    },
    ...(capped.length > 0 && {
      by_card_cap: Object.fromEntries(capped.map(([cap, priced]) => [cap, typeQuote(bill, priced)])),
    }),
  };
}

/** With the prices of a check and of cash, for offers of staff: these have no surcharge (OF3.4, M8). */
export function buildOfferQuote(selection: Selection, prices: PriceList, today: PlainDate): Quote {
  const quote = buildQuote(selection, prices, today);
  if (quote.by_payment_type.paymentTypeNone) return quote;
  const bill = billFor(selection, prices, today);
  const received = typeQuote(bill, {
    type: 'paymentTypeCheck',
    lines: bill.lines,
    later: bill.later.map((later) => ({ ...later, surcharge_cents: ZERO })),
  });
  const office = { paymentTypeCheck: received, paymentTypeCash: received };
  return { ...quote, by_payment_type: { ...quote.by_payment_type, ...office } };
}

/** A card fee does not count, because a payer by bank must be able to pay too (MC1). */
function refuseTooSmall({ principal_cents, later }: Bill, { aid }: Selection): void {
  const payments = [principal_cents, ...later.map(({ amount_cents }) => amount_cents)];
  if (payments.every((amount) => amount === 0 || amount >= SMALLEST_CHARGE)) return;
  const field = aid ? 'financial_aid.amount' : 'contract.payment_term_id';
  throw refuseField(pricingRefusals.charge_too_small, field);
}

export const capsOf = ({ cap, state_caps }: CardFee): MilliPercent[] =>
  [...new Set(Object.values(state_caps))].filter((allowed) => allowed < cap).sort((a, b) => a - b);

/** Includes the surcharge of checks. @throws the refusals of pricing.refusals.ts */
export function buildCheckQuote(selection: Selection, prices: PriceList, today: PlainDate): TypeQuote {
  const bill = billFor(selection, prices, today);
  return typeQuote(bill, priceBy('paymentTypeCheck', bill, prices));
}

function totals(bill: Bill, priced: readonly PricedType[]) {
  return {
    subtotal_cents: bill.subtotalCents,
    discount_cents: subtract(bill.subtotalCents, bill.netCents),
    net_cents: bill.netCents,
    quote_hash: quoteHash(bill, priced),
  };
}

function priceBy(type: PriceKey, bill: Bill, tariff: Tariff): PricedType {
  const today = surchargesOn({ charge: bill.principal_cents, base: bill.surchargeBaseCents }, tariff, type);
  const later = bill.later.map(({ pay_on, amount_cents }): LaterCharge => ({
    pay_on,
    amount_cents,
    surcharge_cents: surchargeTotal(surchargesOn({ charge: amount_cents }, tariff, type)),
  }));
  return {
    type,
    lines: [...bill.lines, ...today.map((surcharge) => ({ part: 'surcharge' as const, ...surcharge }))],
    later,
  };
}

function typeQuote(bill: Bill, { lines, later }: PricedType): TypeQuote {
  const surcharge = sum(lines.filter((line) => line.part === 'surcharge').map((line) => line.amount_cents));
  const dueToday = sum([bill.principal_cents, surcharge]);
  invariant(
    dueToday === sum(lines.map((line) => line.amount_cents)),
    'the rows of a quote add up to what is due today',
  );
  return {
    principal_cents: bill.principal_cents,
    surcharge_base_cents: bill.surchargeBaseCents,
    surcharge_cents: surcharge,
    due_today_cents: dueToday,
    lines: lines.map((line) => ({ text: lineText(line), amount_cents: line.amount_cents })),
    later: [...later],
    year_total_cents: sum([
      dueToday,
      ...later.flatMap((charge) => [charge.amount_cents, charge.surcharge_cents]),
    ]),
  };
}

/** The portal's own words stay out, so a quote shown in one language is not stale in another (P5). */
function quoteHash(bill: Bill, priced: readonly PricedType[]): string {
  return fingerprint(
    JSON.stringify([
      [bill.subtotalCents, bill.netCents, bill.principal_cents, bill.surchargeBaseCents],
      priced.map(({ type, lines, later }) => [
        type,
        lines.map((line) => [line.part, line.name, line.amount_cents]),
        later.map((charge) => [charge.pay_on, charge.amount_cents, charge.surcharge_cents]),
      ]),
    ]),
  );
}
