import { describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { aFullTerm, aPriceList, aTerm } from '#tests/support/billing/prices.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import { aidBalanceDueOn, checkAidAmount, isAidOffered, splitAid } from './financial-aid.ts';

const subtotal = cents(280_000);
const codeOf = (act: () => unknown) => refusalOf(act).kind.code;

describe('the sum that a family with aid pays', () => {
  /** @shows B-327 */
  it('is anything from one dollar to the payment amount', () => {
    for (const aid of [cents(100), cents(200_001), subtotal])
      expect(() => checkAidAmount(aid, subtotal, { accept_financial_aid: true })).not.toThrow();
  });

  /** @shows B-327 */
  it('is refused below one dollar and above the payment amount, with the bound in the sentence', () => {
    const below = refusalOf(() => checkAidAmount(cents(99), subtotal, { accept_financial_aid: true }));
    expect(below.sentences).toEqual(['The financial aid amount must be $1.00 or more.']);
    const above = refusalOf(() => checkAidAmount(cents(280_001), subtotal, { accept_financial_aid: true }));
    expect(above.sentences).toEqual(['The financial aid amount must be $2,800.00 or less.']);
    expect(Object.keys(above.extras.field_errors ?? {})).toEqual(['financial_aid.amount']);
  });

  it('is refused where the program takes no aid, or where there is nothing to pay', () => {
    expect(codeOf(() => checkAidAmount(cents(100), subtotal, { accept_financial_aid: false }))).toBe(
      'aid_not_accepted',
    );
    expect(codeOf(() => checkAidAmount(cents(100), ZERO, { accept_financial_aid: true }))).toBe(
      'aid_not_needed',
    );
    expect([isAidOffered(subtotal, true), isAidOffered(subtotal, false), isAidOffered(ZERO, true)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the day of the second half', () => {
  const { period } = aPriceList();
  const dueOn = (today: string, changes = {}) =>
    aidBalanceDueOn(aTerm(), { ...period, ...changes }, plainDate(today));

  it('is June 30 of the year in which the period begins', () => {
    expect(dueOn('2026-04-10')).toBe('2026-06-30');
    expect(dueOn('2026-06-29')).toBe('2026-06-30');
  });

  it("is the period's own day when it names one", () => {
    expect(dueOn('2026-04-10', { aid_balance_due_dt: plainDate('2026-05-15') })).toBe('2026-05-15');
  });

  it("is the term's scheduled day once June 30 has come", () => {
    expect(dueOn('2026-06-30')).toBe('2026-10-01');
    expect(dueOn('2026-05-15', { aid_balance_due_dt: plainDate('2026-05-15') })).toBe('2026-10-01');
  });

  it('is none once that day has come too', () => {
    expect(dueOn('2026-09-30')).toBe('2026-10-01');
    expect(dueOn('2026-10-01')).toBeUndefined();
    expect(aidBalanceDueOn(aTerm({ scheduled_dt: null }), period, plainDate('2026-06-30'))).toBeUndefined();
  });
});

describe('aid on a payment term', () => {
  const when = { today: plainDate('2026-04-10'), isStaff: false };
  const tooLate = { today: plainDate('2026-10-01'), isStaff: false };
  const aid = cents(200_001);

  it('is all due today on a term of one payment', () => {
    expect(splitAid({ aid, subtotal, term: aFullTerm() }, aPriceList(), when)).toEqual({
      principal_cents: aid,
      surchargeBaseCents: aid,
      later: [],
    });
  });

  it('is due in two halves on any other, in place of its own payments', () => {
    const split = splitAid({ aid, subtotal, term: aTerm({ number_payments: 4 }) }, aPriceList(), when);
    expect(split).toEqual({
      principal_cents: 100_001,
      surchargeBaseCents: 140_000,
      later: [{ pay_on: '2026-06-30', amount_cents: 100_000 }],
    });
  });

  it('leaves no second payment of nothing', () => {
    const company = { half_rounding_unit_cents: cents(100), aid_fee_base: 'charge' } as const;
    const split = splitAid({ aid: cents(100), subtotal, term: aTerm() }, aPriceList({ company }), tooLate);
    expect(split).toEqual({ principal_cents: 100, surchargeBaseCents: 100, later: [] });
  });

  it('is refused when no day is left for the second half, and a term with one payment is offered', () => {
    const prices = aPriceList({ terms: [aTerm(), aFullTerm({ id: 2, name: 'Pay in full, late' })] });
    const refused = refusalOf(() => splitAid({ aid, subtotal, term: aTerm() }, prices, tooLate));
    expect(refused.kind.code).toBe('aid_balance_overdue');
    expect(refused.sentences[0]).toContain('Please choose “Pay in full, late” instead.');
  });

  it('says so in general words when no such term is on offer', () => {
    const refused = refusalOf(() => splitAid({ aid, subtotal, term: aTerm() }, aPriceList(), tooLate));
    expect(refused.sentences[0]).toContain('Please choose a term with a single payment.');
  });
});
