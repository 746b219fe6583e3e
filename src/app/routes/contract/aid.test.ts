import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import * as aid from './aid.ts';

const maximum = cents(280000);
const verified = aid.codeVerified(aid.typeCode(aid.openAid(), 'HM-AID-27'), null);
const applied = aid.applyAid(aid.typeAmount(verified, '1000.50'), maximum);

test('a verified code and a good amount are applied, and go into the order', () => {
  expect(applied).toMatchObject({ isCodeValid: true, isApplied: true });
  expect(aid.appliedAid(applied)).toEqual({ code: 'HM-AID-27', amount: 1000.5 });
});

test('an amount counts for nothing before its code is verified', () => {
  const typed = aid.typeAmount(aid.typeCode(aid.openAid(), 'HM-AID-27'), '1000');
  expect(aid.appliedAid(aid.applyAid(typed, maximum))).toBeNull();
});

test('a code with an award brings its amount', () => {
  expect(aid.codeVerified(aid.openAid(), 1250.5)).toMatchObject({ amount: '1250.50', awarded: 1250.5 });
});

test('another code must be verified, and another amount applied, again', () => {
  expect(aid.typeCode(applied, 'HM-AID-2')).toMatchObject({ isCodeValid: false, isApplied: false });
  expect(aid.typeAmount(applied, '900')).toMatchObject({ isCodeValid: true, isApplied: false });
});

test('a refused code is cleared, and says why', () => {
  expect(aid.codeRefused(aid.startVerifying(verified), 'The financial aid code is not valid.')).toMatchObject({
    code: '', isCodeValid: false, isVerifying: false, codeError: 'The financial aid code is not valid.',
  });
});

test('aid that was clicked and not applied stands in the way of Checkout', () => {
  expect(aid.isAidPending(aid.noAid)).toBe(false);
  expect(aid.isAidPending(aid.openAid())).toBe(true);
  expect(aid.isAidPending(applied)).toBe(false);
});

test('an applied amount above a lowered payment amount must be applied again', () => {
  expect(aid.aidWithin(applied, cents(100000))).toMatchObject({ isApplied: false });
  expect(aid.aidWithin(applied, cents(100050))).toBe(applied);
  expect(aid.aidWithin(applied, undefined)).toBe(applied);
});

describe('the amount', () => {
  test.each(['1', '1.00', '2800', '2800.00', '1000.5'])('%s is good', (typed) => {
    expect(aid.amountProblem(typed, maximum)).toBeUndefined();
  });
  test.each([
    ['', 'The amount field is required'],
    ['0.99', 'The amount field must be 1 or more'],
    ['2800.01', 'The amount field must be 2800 or less'],
    ['10.005', 'The amount field must be numeric and may contain decimal points'],
    ['ten', 'The amount field must be numeric and may contain decimal points'],
  ])('"%s" says: %s', (typed, sentence) => expect(aid.amountProblem(typed, maximum)).toBe(sentence));
});
