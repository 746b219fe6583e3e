import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import {
  aDiscount,
  aFullTerm,
  aPriceList,
  aSelection,
  aSurcharge,
  aTerm,
  anAddon,
} from '#tests/support/billing/prices.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import type { PriceList } from './price-list.ts';
import { quoteShape, type QuoteResponse } from './pricing.contract.ts';
import type { Quote } from './quoted-prices.ts';
import { buildQuote } from './quote.ts';

const today = plainDate('2026-04-10');
const withLateBus = aSelection({ addonIds: [1] });
const rowsOf = (quote: Quote, type: 'paymentTypeAch' | 'paymentTypeCreditCard' | 'paymentTypeNone') =>
  quote.by_payment_type[type]?.lines.map((line) => `${line.text}: ${line.amount_cents}`);
const hashOf = (selection = withLateBus, prices = aPriceList(), on = today) =>
  buildQuote(selection, prices, on).quote_hash;

describe('a quote', () => {
  it('takes what the catalogue knows of a route and travels as declared', () => {
    const takesARoute: (route: RouteForSale & Pick<PriceList, 'card_fee'>) => PriceList = (route) => route;
    const travels: (quote: Quote) => QuoteResponse = (quote) => quote;
    const quote = buildQuote(withLateBus, takesARoute(aPriceList() as never), today);
    expect(quoteShape.parse(JSON.parse(JSON.stringify(travels(quote))))).toEqual(quote);
  });

  it('shows a row for each part, and the rows add up to what is due today', () => {
    const quote = buildQuote(aSelection({ addonIds: [1], discountId: 1 }), aPriceList(), today);
    expect(rowsOf(quote, 'paymentTypeCreditCard')).toEqual([
      'Deposit (Two payments): 220000',
      'Late bus: 60000',
      'Second child: -28000',
      'Card fee: 7560',
    ]);
    expect(rowsOf(quote, 'paymentTypeAch')).toEqual([
      'Deposit (Two payments): 220000',
      'Late bus: 60000',
      'Second child: -28000',
    ]);
  });

  it('shows with aid what is taken off, and what is only paid later', () => {
    const quote = buildQuote(
      aSelection({ addonIds: [1], aid: { amount_cents: cents(200_001) } }),
      aPriceList(),
      today,
    );
    expect(rowsOf(quote, 'paymentTypeAch')).toEqual([
      'Deposit (Two payments): 220000',
      'Late bus: 60000',
      'Financial aid: -79999',
      'To be paid later: -100000',
    ]);
  });

  it('asks for no method of payment when nothing is due today', () => {
    const free = aPriceList({
      terms: [aFullTerm({ deposit: cents(0) })],
      surcharges: [aSurcharge({ amount_flat: cents(500) })],
    });
    const quote = buildQuote(aSelection(), free, today);
    expect(Object.keys(quote.by_payment_type)).toEqual(['paymentTypeNone']);
    expect(quote.by_payment_type.paymentTypeNone).toMatchObject({
      due_today_cents: 0,
      surcharge_cents: 0,
      year_total_cents: 0,
    });
  });

  it('charges what falls due later after today', () => {
    const quote = buildQuote(aSelection(), aPriceList(), plainDate('2026-10-20'));
    expect(quote.by_payment_type.paymentTypeAch?.later).toEqual([
      { pay_on: '2026-10-21', amount_cents: 215_000, surcharge_cents: 0 },
    ]);
  });

  it('sells a term for staff to staff alone', () => {
    const prices = aPriceList({ terms: [aTerm({ is_admin_only: true })] });
    expect(refusalOf(() => buildQuote(aSelection(), prices, today)).sentences).toEqual([
      'The selected payment term is no longer available.',
    ]);
    expect(buildQuote(aSelection({ isStaff: true }), prices, today).subtotal_cents).toBe(220_000);
  });

  it('refuses an add-on of another route and an aid amount above the payment amount', () => {
    expect(refusalOf(() => buildQuote(aSelection({ addonIds: [9] }), aPriceList(), today)).kind.code).toBe(
      'addon_not_offered',
    );
    const tooMuch = aSelection({ aid: { amount_cents: cents(220_001) } });
    expect(refusalOf(() => buildQuote(tooMuch, aPriceList(), today)).kind.code).toBe('aid_above_maximum');
  });
});

describe('the hash of a quote', () => {
  it('stays while nothing that the family reads changes', () => {
    expect(hashOf()).toBe(hashOf());
    expect(hashOf(withLateBus, aPriceList(), plainDate('2026-04-11'))).toBe(hashOf());
  });

  it.each([
    ['a price', aPriceList({ addons: [anAddon({ amount: cents(60_001) })] })],
    ['a rate', aPriceList({ surcharges: [aSurcharge({ amount_flat: cents(1) })] })],
    ['a name', aPriceList({ addons: [anAddon({ text: 'Later bus' })] })],
    ['a due date', aPriceList({ terms: [aTerm({ scheduled_dt: plainDate('2026-10-02') })] })],
    ['a later payment', aPriceList({ terms: [aTerm({ amount: cents(215_001) })] })],
  ])('changes with %s', (_what, prices) => {
    expect(hashOf(withLateBus, prices)).not.toBe(hashOf());
  });

  it('changes with the selection', () => {
    expect(hashOf(aSelection())).not.toBe(hashOf());
    expect(
      hashOf(aSelection({ addonIds: [1], discountId: 1 }), aPriceList({ discounts: [aDiscount()] })),
    ).not.toBe(hashOf());
  });
});

describe('a payment that no processor charges', () => {
  const TOO_SMALL = 'The smallest amount that can be charged is $0.50.';
  const refused = (selection: Parameters<typeof aSelection>[0], prices: Partial<PriceList>) => {
    const { kind, extras } = refusalOf(() => buildQuote(aSelection(selection), aPriceList(prices), today));
    return [kind.code, extras.field_errors];
  };
  const ofTerm = ['charge_too_small', { 'contract.payment_term_id': [TOO_SMALL] }];

  /** @shows MC1.1 */
  it('has no price: today, later, and after a discount', () => {
    expect(refused({}, { terms: [aTerm({ deposit: cents(49) })] })).toEqual(ofTerm);
    expect(refused({}, { terms: [aTerm({ amount: cents(49) })] })).toEqual(ofTerm);
    const discounts = [aDiscount({ amount_flat: cents(219_951), amount_percentage: null })];
    expect(refused({ discountId: 1 }, { discounts })).toEqual(ofTerm);
    const enough = aPriceList({ terms: [aTerm({ deposit: cents(50), amount: cents(50) })] });
    expect(buildQuote(aSelection(), enough, today).net_cents).toBe(50);
  });

  /** @shows MC1.1 */
  it('has no price where aid is split by whole dollars and less than 50 cents are left for later', () => {
    const company = { ...aPriceList().company, half_rounding_unit_cents: cents(100) };
    const aid = (amount_cents: number) => ({ aid: { amount_cents: cents(amount_cents) } });
    const ofAid = ['charge_too_small', { 'financial_aid.amount': [TOO_SMALL] }];
    expect(refused(aid(149), { company })).toEqual(ofAid);
    expect(buildQuote(aSelection(aid(150)), aPriceList({ company }), today).net_cents).toBe(150);
  });
});
