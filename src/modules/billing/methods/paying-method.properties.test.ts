import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { isExpired } from './offered-methods.ts';
import { choosePayingMethod, expiringCardOf, firstUnpayable, type PayingMethod } from './paying-method.ts';

const TODAY = plainDate('2026-04-10');
const SCHOOL = 7;

const methods: fc.Arbitrary<PayingMethod[]> = fc
  .array(
    fc.record({
      program_group_id: fc.constantFrom(null, SCHOOL, 8),
      is_default: fc.boolean(),
      is_active: fc.boolean(),
      expiry: fc.option(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2025, max: 2028 }))),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ expiry, ...method }, at) => ({
      ...method,
      id: at + 1,
      exp_month: expiry?.[0] ?? null,
      exp_year: expiry?.[1] ?? null,
      chosen_at: null,
      returned_at: null,
    })),
  );

const payments = fc
  .record({ day: fc.integer({ min: -30, max: 700 }), checkout: fc.option(fc.integer({ min: 1, max: 6 })) })
  .map(({ day, checkout }) => ({
    id: 1,
    order_id: 1,
    pay_on: addDays(TODAY, day),
    program_group_id: SCHOOL,
    is_on_paper: false,
    checkout_method_id: checkout,
    left_method_id: null,
    signed_at: new Date('2026-04-01T12:00:00Z'),
  }));

describe('the method of any later payment (M5)', () => {
  it('is one of the family’s own, in use and not expired on the day', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const chosen = choosePayingMethod(all, payment, payment.pay_on);
        if (!chosen) return;
        expect(all).toContain(chosen);
        expect(chosen.is_active && !isExpired(chosen, payment.pay_on)).toBe(true);
      }),
    );
  });

  it('is never the default of another school, unless checkout was paid with it', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const chosen = choosePayingMethod(all, payment, payment.pay_on);
        if (chosen?.program_group_id === 8) expect(chosen.id).toBe(payment.checkout_method_id);
      }),
    );
  });

  it('is a method that the family marked, or the one of the checkout', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const chosen = choosePayingMethod(all, payment, payment.pay_on);
        if (chosen) expect(chosen.is_default || chosen.id === payment.checkout_method_id).toBe(true);
      }),
    );
  });

  it('is no worse when a method is added', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const extra = {
          id: 99,
          program_group_id: null,
          is_default: true,
          is_active: true,
          chosen_at: null,
          returned_at: null,
        };
        const more = [...all, { ...extra, exp_month: null, exp_year: null }];
        expect(choosePayingMethod(more, payment, TODAY)).toBeDefined();
      }),
    );
  });
});

describe('any change of the saved methods', () => {
  it('that changes nothing is refused to nobody', () => {
    fc.assert(
      fc.property(methods, fc.array(payments, { maxLength: 4 }), (all, due) => {
        expect(firstUnpayable(due, { before: all, after: all, today: TODAY })).toBeUndefined();
      }),
    );
  });

  it('is refused by the earliest payment that it would leave without a method', () => {
    fc.assert(
      fc.property(methods, fc.array(payments, { maxLength: 4 }), (all, due) => {
        const refused = firstUnpayable(due, { before: all, after: [], today: TODAY });
        const payable = due.filter(
          (each) => choosePayingMethod(all, each, each.pay_on > TODAY ? each.pay_on : TODAY) !== undefined,
        );
        expect(refused?.pay_on).toBe(payable.map(({ pay_on }) => pay_on).toSorted()[0]);
      }),
    );
  });
});

describe('the card that a family is told of', () => {
  it('has expired by the day of the payment, and is one of its own', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const card = expiringCardOf(all, payment);
        if (!card) return;
        expect(all).toContain(card);
        expect(isExpired(card, payment.pay_on)).toBe(true);
      }),
    );
  });

  it('is not one that pays the payment', () => {
    fc.assert(
      fc.property(methods, payments, (all, payment) => {
        const on = payment.pay_on > TODAY ? payment.pay_on : TODAY;
        const card = expiringCardOf(all, payment);
        if (card) expect(choosePayingMethod(all, payment, on)?.id).not.toBe(card.id);
      }),
    );
  });
});
