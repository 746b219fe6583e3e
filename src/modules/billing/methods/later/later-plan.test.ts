import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, milliPercent } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import type { PriceKey } from '#modules/pricing/quoted-prices.ts';
import { asksForLater, mustBeLeft, planLater, type LaterChoice, type LaterPayer } from './later-plan.ts';
import { choosePayingMethod } from '#modules/billing/methods/paying-method.ts';

const SCHOOL = 7;
const TODAY = plainDate('2026-04-10');
const SIGNED_AT = new Date('2026-04-10T14:00:00Z');
const tariff = {
  surcharges: [
    {
      id: 1,
      name: 'Card fee',
      payment_type: 'paymentTypeCreditCard' as const,
      amount_flat: null,
      amount_percentage: milliPercent(3000),
    },
  ],
  card_fee: { cap: milliPercent(3000), cap_of: 'base' as const, state_caps: {} },
};
const due = [{ pay_on: plainDate('2026-10-01'), amount_cents: cents(215_000) }];

const saved = (id: number, price_key: PriceKey, rest: Partial<LaterPayer> = {}): LaterPayer => ({
  id,
  price_key,
  program_group_id: SCHOOL,
  is_default: false,
  is_active: true,
  exp_month: null,
  exp_year: null,
  chosen_at: null,
  returned_at: null,
  ...rest,
});
const visa = saved(4, 'paymentTypeCreditCard', { is_default: true, exp_month: 12, exp_year: 2029 });
const account = saved(5, 'paymentTypeAch', { is_default: true });
const fresh = (price_key: PriceKey) => ({ id: null, price_key, exp_month: null, exp_year: null });
const choice = (rest: Partial<LaterChoice>): LaterChoice => ({
  methods: [],
  checkout: null,
  isForLater: false,
  program_group_id: SCHOOL,
  ...rest,
});
const planned = (rest: Partial<LaterChoice>) =>
  planLater(due, choice(rest), tariff).map(({ by, surcharge_cents }) => [by, surcharge_cents]);
const asks = (rest: Partial<LaterChoice>) => asksForLater(due, choice(rest));

describe('who pays the later payments of an order, before it is signed', () => {
  /** @shows MP1.1 */
  it('is the default beside a new account, with its card fee, unless the family wants the account', () => {
    const byBank = { methods: [visa], checkout: fresh('paymentTypeAch') };
    expect(planned(byBank)).toEqual([[4, 6_450]]);
    expect(planned({ ...byBank, isForLater: true })).toEqual([['checkout', 0]]);
    const byCard = { methods: [account], checkout: fresh('paymentTypeCreditCard') };
    expect(planned(byCard)).toEqual([[5, 0]]);
    expect(planned({ ...byCard, isForLater: true })).toEqual([['checkout', 6_450]]);
    expect([asks(byBank), asks(byCard)]).toEqual([true, true]);
  });

  /** @shows MP1.1 MP1.2 */
  it('is the first method of the school, which is its default, and nothing is asked', () => {
    const general = { ...visa, program_group_id: null };
    for (const methods of [
      [],
      [{ ...visa, program_group_id: 8 }],
      [general],
      [{ ...visa, is_default: false }],
    ]) {
      expect(planned({ methods, checkout: fresh('paymentTypeAch') })).toEqual([['checkout', 0]]);
      expect(asks({ methods, checkout: fresh('paymentTypeAch') })).toBe(false);
    }
    expect(asks({ methods: [visa], checkout: visa })).toBe(false);
  });

  /** @shows MP1.1 */
  it('is whoever is good on the day: a default that has expired by then does not pay', () => {
    const expiring = { ...visa, exp_year: 2026, exp_month: 8 };
    expect(planned({ methods: [expiring], checkout: fresh('paymentTypeAch') })).toEqual([['checkout', 0]]);
    expect(planned({ methods: [expiring], checkout: null })).toEqual([[null, 0]]);
    expect(planned({ methods: [visa], checkout: null })).toEqual([[4, 6_450]]);
  });
});

const KEYS = ['paymentTypeAch', 'paymentTypeCreditCard', 'debit_card', 'card_at_1000'] as const;
const expiry = fc.option(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2026, max: 2028 })));
const method = fc
  .record({
    program_group_id: fc.constantFrom(null, SCHOOL, 8),
    is_default: fc.boolean(),
    price_key: fc.constantFrom(...KEYS),
    expiry,
  })
  .map(({ expiry: at, ...rest }) => ({ ...rest, exp_month: at?.[0] ?? null, exp_year: at?.[1] ?? null }));

const family = fc.array(method, { maxLength: 5 }).map((all) =>
  all.map((each, at) => {
    const isSecond = all
      .slice(0, at)
      .some((other) => other.is_default && other.program_group_id === each.program_group_id);
    return saved(at + 1, each.price_key, { ...each, is_default: each.is_default && !isSecond });
  }),
);

const choices = fc
  .record({
    methods: family,
    chosen: fc.option(fc.nat(5)),
    typed: method,
    isForLater: fc.boolean(),
  })
  .map(({ methods, chosen, typed, isForLater }) => {
    const ofSchool = methods.filter(({ program_group_id }) => program_group_id !== 8);
    const checkout = (chosen !== null && ofSchool[chosen]) || { ...typed, id: null };
    return choice({ methods, checkout, isForLater });
  });

/** Lists the family's methods after the signature; a new method is row 99 (PM). */
function rowsOf({ methods, checkout }: LaterChoice): readonly LaterPayer[] {
  if (checkout!.id !== null) return methods;
  const hasDefault = methods.some((each) => each.is_default && each.program_group_id === SCHOOL);
  const { price_key, exp_month, exp_year } = checkout!;
  return [...methods, saved(99, price_key, { exp_month, exp_year, is_default: !hasDefault })];
}

describe('the later payments that are signed', () => {
  /** @shows MP1.3 */
  it('are those that are charged, over all saved methods, defaults and choices', () => {
    const days = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(choices, days, (chosen, offsets) => {
        const later = offsets.map((days_on) => ({
          pay_on: addDays(TODAY, days_on),
          amount_cents: cents(100_000 + days_on),
        }));
        const plan = planLater(later, chosen, tariff);
        const id = chosen.checkout!.id ?? 99;
        const order = {
          program_group_id: SCHOOL,
          is_on_paper: false,
          checkout_method_id: id,
          left_method_id: mustBeLeft(plan, chosen) ? id : null,
          signed_at: SIGNED_AT,
        };
        for (const { pay_on, by, price_key } of plan) {
          const charged = choosePayingMethod(rowsOf(chosen), order, pay_on);
          expect([charged?.id ?? null, charged?.price_key ?? null]).toEqual([
            by === 'checkout' ? id : by,
            price_key,
          ]);
        }
      }),
    );
  });

  /** @shows MP1.2 */
  it('are asked about only where the answer changes who pays', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const by = (isForLater: boolean) =>
          planLater(due, { ...chosen, isForLater }, tariff).map((one) => one.by);
        expect(asksForLater(due, chosen)).toBe(by(true).join() !== by(false).join());
      }),
    );
  });
});
