import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, toDollars } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import { applyAid, isUsableAidCode, type AidCodeFacts } from './aid-code.ts';

const TODAY = plainDate('2026-04-10');

const codes: fc.Arbitrary<AidCodeFacts> = fc
  .record({
    awarded: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    expires: fc.option(fc.integer({ min: -30, max: 30 })),
    max_uses: fc.option(fc.integer({ min: 1, max: 3 })),
    uses: fc.nat({ max: 4 }),
    student_id: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ awarded, expires, max_uses, uses, student_id }) => ({
    id: 1,
    code: 'HM-AID-27',
    awarded_amount: awarded === null ? null : cents(awarded),
    least_amount: null,
    needs_confirmation: false,
    expires_on: expires === null ? null : addDays(TODAY, expires),
    max_uses,
    uses,
    student_id,
    made_by_id: null,
  }));
const students = fc.option(fc.integer({ min: 1, max: 3 }));
const amounts = fc.integer({ min: 0, max: 1_000_000 }).map(cents);

describe('any financial aid code (A5)', () => {
  it('that is good today was good on every day before', () => {
    fc.assert(
      fc.property(codes, students, fc.nat({ max: 60 }), (code, student_id, days) => {
        fc.pre(isUsableAidCode(code, TODAY, student_id));
        expect(isUsableAidCode(code, addDays(TODAY, -days), student_id)).toBe(true);
      }),
    );
  });

  it('that is used up does not become good by being used once more', () => {
    fc.assert(
      fc.property(codes, students, (code, student_id) => {
        fc.pre(!isUsableAidCode(code, TODAY, student_id));
        expect(isUsableAidCode({ ...code, uses: code.uses + 1 }, TODAY, student_id)).toBe(false);
      }),
    );
  });

  it('that is good for a named child is good before a child is named', () => {
    fc.assert(
      fc.property(codes, students, (code, student_id) => {
        fc.pre(isUsableAidCode(code, TODAY, student_id));
        expect(isUsableAidCode(code, TODAY, null)).toBe(true);
      }),
    );
  });

  it('of one child is good for no other child', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const bound = { ...code, student_id: 7 };
        expect(isUsableAidCode(bound, TODAY, 8)).toBe(false);
      }),
    );
  });
});

const PLAIN = {
  id: 1,
  code: 'X',
  least_amount: null,
  needs_confirmation: false,
  expires_on: null,
  max_uses: null,
  uses: 0,
  student_id: null,
  made_by_id: null,
};

describe('the aid that any code gives (A6)', () => {
  it('is to the cent what was typed, and to be confirmed exactly where no amount was awarded', () => {
    fc.assert(
      fc.property(codes, amounts, (code, typed) => {
        const isFree = code.awarded_amount === null || code.awarded_amount === typed;
        fc.pre(isFree);
        expect(applyAid(code, toDollars(typed))).toEqual({
          code_id: 1,
          code: 'HM-AID-27',
          amount: typed,
          to_confirm: code.awarded_amount === null,
          is_awaited: false,
          awarded_by_id: null,
          confirmed_with: null,
        });
      }),
    );
  });

  it('is refused for every amount but the awarded one, and the refusal names it', () => {
    fc.assert(
      fc.property(amounts, amounts, (awarded, typed) => {
        fc.pre(awarded !== typed);
        const refusal = refusalOf(() => applyAid({ ...PLAIN, awarded_amount: awarded }, toDollars(typed)));
        expect(refusal).toBeInstanceOf(Refusal);
        expect(Object.keys(refusal.extras.field_errors ?? {})).toEqual(['financial_aid.amount']);
      }),
    );
  });

  it('says the awarded amount as people read it', () => {
    const refusal = refusalOf(() => applyAid({ ...PLAIN, awarded_amount: cents(125_050) }, 1250));
    expect(refusal.sentences.join()).toContain('$1,250.50');
  });
});
