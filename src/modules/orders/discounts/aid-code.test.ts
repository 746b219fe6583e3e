import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { applyAid, isUsableAidCode, type AidCodeFacts } from './aid-code.ts';

const today = plainDate('2026-04-10');
const code: AidCodeFacts = {
  id: 1,
  code: 'HM-AID-27',
  awarded_amount: null,
  least_amount: null,
  needs_confirmation: false,
  expires_on: null,
  max_uses: null,
  uses: 0,
  student_id: null,
  made_by_id: null,
};

describe('a financial aid code', () => {
  it.each([
    ['has no limits', {}, true],
    ['expires today', { expires_on: today }, true],
    ['expired yesterday', { expires_on: plainDate('2026-04-09') }, false],
    ['has a use left', { max_uses: 2, uses: 1 }, true],
    ['is used up', { max_uses: 1, uses: 1 }, false],
    ['is of this student', { student_id: 7 }, true],
    ['is of another student', { student_id: 8 }, false],
  ])('that %s: %o', (_, change, usable) => {
    expect(isUsableAidCode({ ...code, ...change }, today, 7)).toBe(usable);
  });

  it('of one student is good before a student has been named', () => {
    expect(isUsableAidCode({ ...code, student_id: 8 }, today, null)).toBe(true);
  });

  it('without an awarded amount leaves the amount to be confirmed by staff', () => {
    expect(applyAid(code, 1000.5)).toEqual({
      code_id: 1,
      code: 'HM-AID-27',
      amount: 100_050,
      to_confirm: true,
      is_awaited: false,
      awarded_by_id: null,
      confirmed_with: null,
    });
  });

  it('with an awarded amount takes that amount and no other', () => {
    const award = { ...code, awarded_amount: cents(125_050) };
    expect(applyAid(award, 1250.5)).toMatchObject({ amount: 125_050, to_confirm: false });
    expect(() => applyAid(award, 1250)).toThrow('aid_amount_awarded');
  });

  it('with a floor takes that amount and every larger one', () => {
    const floored = { ...code, least_amount: cents(50_000) };
    expect(applyAid(floored, 500)).toMatchObject({ amount: 50_000, to_confirm: true });
    expect(() => applyAid(floored, 499.99)).toThrow('aid_amount_below_floor');
  });

  it('that asks for the office’s word is to be confirmed, with an award too', () => {
    const awaited = { ...code, awarded_amount: cents(50_000), needs_confirmation: true };
    expect(applyAid(awaited, 500)).toMatchObject({ to_confirm: true, is_awaited: true });
  });
});
