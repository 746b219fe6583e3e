import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, milliPercent, sum, type Cents } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import {
  aDiscount,
  aPriceList,
  aSelection,
  aSurcharge,
  aTerm,
  anAddon,
} from '#tests/support/billing/prices.ts';
import type { DiscountRule, PriceList, Selection, SurchargeRule } from './price-list.ts';
import { quoteShape } from './pricing.contract.ts';
import type { Quote, TypeQuote } from './quoted-prices.ts';
import { buildQuote } from './quote.ts';
import { termTotal } from './term-total.ts';

const amount = fc.oneof(fc.constant(cents(0)), fc.integer({ min: 0, max: 1_000_000 }).map(cents));
const rate = fc.integer({ min: 0, max: 100_000 }).map(milliPercent);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const dayFrom = (start: string) =>
  fc.integer({ min: 0, max: 900 }).map((days) => addDays(plainDate(start), days));

const term = fc
  .record({
    payment_term_type: fc.constantFrom('paymentTermTypeFull' as const, 'paymentTermTypeScheduled' as const),
    deposit: amount,
    amount,
    number_payments: fc.integer({ min: 1, max: 12 }),
    scheduled_dt: maybe(dayFrom('2026-01-01')),
  })
  .map((changes) => aTerm(changes));
const addons = fc
  .array(amount, { maxLength: 5 })
  .map((amounts) => amounts.map((of, at) => anAddon({ id: at + 1, text: `Add-on ${at}`, amount: of })));
const discounts = fc
  .array(fc.record({ amount_flat: maybe(amount), amount_percentage: maybe(rate) }), { maxLength: 1 })
  .map((rules): DiscountRule[] => rules.map((rule) => aDiscount(rule)));
const surcharges = fc
  .array(
    fc.record({
      amount_flat: maybe(amount),
      amount_percentage: maybe(rate),
      payment_type: fc.constantFrom('paymentTypeAch', 'paymentTypeCreditCard'),
    }),
    { maxLength: 4 },
  )
  .map((rules): SurchargeRule[] =>
    rules.map((rule, at) => aSurcharge({ ...rule, id: at + 1, name: `Fee ${at}` })),
  );
const company = fc.record({
  half_rounding_unit_cents: fc.constantFrom(cents(1), cents(100)),
  aid_fee_base: fc.constantFrom('subtotal' as const, 'charge' as const),
});
const today = dayFrom('2026-01-01');

type Case = { selection: Selection; prices: PriceList; today: ReturnType<typeof plainDate> };
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    term,
    addons,
    discounts,
    surcharges,
    company,
    today,
    aid: maybe(amount),
    hasNumber: fc.boolean(),
    leaveOut: fc.nat(5),
  })
  .map(({ term: one, aid, hasNumber, leaveOut, today: on, ...rest }) => ({
    prices: aPriceList({ ...rest, terms: [one] }),
    selection: aSelection({
      addonIds: rest.addons.map((addon) => addon.id).filter((id) => id > leaveOut),
      discountId: hasNumber ? 1 : null,
      aid: aid === null ? null : { amount_cents: aid },
    }),
    today: on,
  }));

const quoteOf = ({ selection, prices, today: on }: Case) => buildQuote(selection, prices, on);
const typesOf = (quote: Quote) =>
  Object.values(quote.by_payment_type).filter((priced): priced is TypeQuote => priced !== undefined);
const amounts = (rows: readonly { amount_cents: Cents }[]) => sum(rows.map((row) => row.amount_cents));

/** A refused case must carry words. */
function always(promise: (quote: Quote, given: Case) => void) {
  fc.assert(
    fc.property(anyCase, (given) => {
      try {
        promise(quoteOf(given), given);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.kind.code !== 'charge_too_small') expect(given.selection.aid).not.toBeNull();
        expect(error.sentences.join('')).not.toBe('');
      }
    }),
    { numRuns: 500 },
  );
}

describe('whatever is chosen and whatever it costs', () => {
  /** @shows MC1.1 */
  it('no payment is smaller than what can be charged', () => {
    always((quote) => {
      for (const { principal_cents, later } of typesOf(quote))
        for (const amount of [principal_cents, ...later.map((charge) => charge.amount_cents)])
          expect(amount === 0 || amount >= 50).toBe(true);
    });
  });

  it('the rows add up to what is due today, and that with the later payments to the year', () => {
    always((quote) => {
      for (const priced of typesOf(quote)) {
        expect(amounts(priced.lines)).toBe(priced.due_today_cents);
        expect(priced.due_today_cents).toBe(priced.principal_cents + priced.surcharge_cents);
        const later = priced.later.flatMap((charge) => [charge.amount_cents, charge.surcharge_cents]);
        expect(priced.year_total_cents).toBe(sum([priced.due_today_cents, ...later]));
      }
    });
  });

  /** @shows S5.2 */
  it('a debit card pays what a card pays, on the same days, less every surcharge', () => {
    always((quote) => {
      const { paymentTypeCreditCard: credit, debit_card: debit } = quote.by_payment_type;
      if (!credit || !debit) return;
      const withoutFee = credit.later.map((charge) => ({ ...charge, surcharge_cents: 0 }));
      expect(debit).toMatchObject({
        principal_cents: credit.principal_cents,
        surcharge_cents: 0,
        due_today_cents: credit.principal_cents,
        later: withoutFee,
        year_total_cents: sum([credit.principal_cents, amounts(credit.later)]),
      });
    });
  });

  it('only discount rows are negative, and no later payment is empty or due by today', () => {
    always((quote, given) => {
      expect(quote.subtotal_cents).toBe(quote.discount_cents + quote.net_cents);
      for (const priced of typesOf(quote)) {
        const { principal_cents, surcharge_base_cents, surcharge_cents, due_today_cents } = priced;
        for (const part of [
          quote.discount_cents,
          quote.net_cents,
          principal_cents,
          surcharge_base_cents,
          surcharge_cents,
          due_today_cents,
        ]) {
          expect(part).toBeGreaterThanOrEqual(0);
        }
        for (const charge of priced.later) {
          expect(charge.amount_cents).toBeGreaterThan(0);
          expect(charge.surcharge_cents).toBeGreaterThanOrEqual(0);
          expect(charge.pay_on > given.today).toBe(true);
        }
        expect(priced.later.map((charge) => charge.pay_on)).toEqual(
          [...new Set(priced.later.map((charge) => charge.pay_on))].sort(),
        );
      }
    });
  });

  it('a family with aid pays its amount over the year, whichever way it is halved', () => {
    always((quote, { selection, prices }) => {
      for (const { principal_cents, later } of typesOf(quote)) {
        const collected = sum([principal_cents, amounts(later)]);
        const addonsAndTerm = sum([
          termTotal(prices.terms[0]!),
          ...prices.addons.filter(({ id }) => selection.addonIds.includes(id)).map((addon) => addon.amount),
        ]);
        expect(collected).toBe(
          selection.aid ? selection.aid.amount_cents : addonsAndTerm - quote.discount_cents,
        );
      }
    });
  });

  it('bank and card differ in their surcharges alone, and no surcharge is taken of nothing', () => {
    always((quote) => {
      const {
        paymentTypeAch: ach,
        paymentTypeCreditCard: card,
        paymentTypeNone: none,
      } = quote.by_payment_type;
      if (none) expect([none.principal_cents, none.surcharge_cents]).toEqual([0, 0]);
      else
        expect([ach?.principal_cents, ach?.surcharge_base_cents]).toEqual([
          card?.principal_cents,
          card?.surcharge_base_cents,
        ]);
    });
  });

  it('the order of add-ons, fees and clicks changes nothing', () => {
    always((quote, { selection, prices, today: on }) => {
      const turned = {
        ...prices,
        addons: prices.addons.toReversed(),
        surcharges: prices.surcharges.toReversed(),
      };
      expect(buildQuote({ ...selection, addonIds: selection.addonIds.toReversed() }, turned, on)).toEqual(
        quote,
      );
    });
  });

  it('the quote travels as declared and comes back as it was', () => {
    always((quote) => expect(quoteShape.parse(JSON.parse(JSON.stringify(quote)))).toEqual(quote));
  });
});

describe('the hash', () => {
  it('is equal exactly when the quote is', () => {
    const small = fc.constantFrom(cents(0), cents(100), cents(200));
    const few = fc
      .record({
        deposit: small,
        addon: small,
        flat: small,
        aid: fc.constantFrom(null, cents(100)),
        twice: fc.boolean(),
      })
      .map(({ deposit, addon, flat, aid, twice }) =>
        quoteOf({
          prices: aPriceList({
            terms: [aTerm({ deposit, number_payments: twice ? 2 : 1 })],
            addons: [anAddon({ amount: addon })],
            surcharges: [aSurcharge({ amount_flat: flat })],
          }),
          selection: aSelection({
            addonIds: [1],
            aid: aid && deposit + addon > 0 ? { amount_cents: aid } : null,
          }),
          today: plainDate('2026-04-10'),
        }),
      );
    fc.assert(
      fc.property(few, few, ({ quote_hash: a, ...one }, { quote_hash: b, ...other }) => {
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 1000 },
    );
  });
});
