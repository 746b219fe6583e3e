import { describe, expect, test } from 'vitest';
import { ReadableError } from '#app/api/api-error.ts';
import { cents } from '#kit/money.ts';
import type { Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { ApiError } from '#app/api/api-error.ts';
import * as aid from './aid.ts';

const maximum = cents(280000);
const verified = aid.codeVerified(aid.typeCode(aid.openAid(), 'HM-AID-27'), null);
const applied = aid.applyAid(aid.typeAmount(verified, '1000.50'), maximum);

test('a verified code and a good amount are applied, and go into the order', () => {
  expect(applied).toMatchObject({ isCodeValid: true, isApplied: true });
  expect(aid.appliedAid(applied)).toEqual({ code: 'HM-AID-27', amount: 1000.5 });
});

test('an amount may be typed with a dollar sign and commas', () => {
  const typed = aid.applyAid(aid.typeAmount(verified, '$1,000.50'), maximum);
  expect(aid.appliedAid(typed)).toEqual({ code: 'HM-AID-27', amount: 1000.5 });
});

test('an amount counts for nothing before its code is verified', () => {
  const typed = aid.typeAmount(aid.typeCode(aid.openAid(), 'HM-AID-27'), '1000');
  expect(aid.appliedAid(aid.applyAid(typed, maximum))).toBeNull();
});

test('a code with an award brings its amount', () => {
  expect(aid.codeVerified(aid.openAid(), 1250.5)).toMatchObject({ amount: '1250.50', awarded: 1250.5 });
});

test('a code with a floor takes no smaller amount, and another code forgets the floor', () => {
  const floored = aid.codeVerified(aid.openAid(), null, { least: 500, waits: true });
  expect(aid.applyAid(aid.typeAmount(floored, '499.99'), maximum)).toMatchObject({
    isApplied: false,
    amountError: expect.stringContaining('$500.00'),
  });
  expect(aid.applyAid(aid.typeAmount(floored, '500'), maximum).isApplied).toBe(true);
  expect(aid.typeCode(floored, 'HM-AID-2')).toMatchObject({ least: null, waits: false });
});

/** @shows B-208 */
test('another code must be verified, and another amount applied, again', () => {
  expect(aid.typeCode(applied, 'HM-AID-2')).toMatchObject({ isCodeValid: false, isApplied: false });
  expect(aid.typeAmount(applied, '900')).toMatchObject({ isCodeValid: true, isApplied: false });
});

/** @shows B-205 */
test('aid goes from unclicked over clicked, verifying and valid to applied, and can be removed', () => {
  const states: aid.Aid[] = [aid.noAid, aid.openAid()];
  const clicked = aid.typeAmount(aid.typeCode(aid.openAid(), 'HM-AID-27'), '1000');
  states.push(aid.startVerifying(clicked), aid.codeVerified(aid.startVerifying(clicked), null));
  states.push(aid.applyAid(states.at(-1)!, maximum), aid.noAid);
  expect(
    states.map((state) => [state.isOpen, state.isVerifying, state.isCodeValid, state.isApplied]),
  ).toEqual([
    [false, false, false, false],
    [true, false, false, false],
    [true, true, false, false],
    [true, false, true, false],
    [true, false, true, true],
    [false, false, false, false],
  ]);
  expect(states[4]).toMatchObject({ code: 'HM-AID-27', amount: '1000' });
});

/** @shows B-206 B-207 */
test('the buttons say what is going on', () => {
  expect(aid.buttonTexts(aid.openAid())).toEqual({ verify: 'Verify code', apply: 'Apply' });
  expect(aid.buttonTexts(aid.startVerifying(aid.openAid())).verify).toBe('Verifying...');
  expect(aid.buttonTexts(applied).apply).toBe('Applied');
  expect(aid.buttonTexts(aid.typeAmount(applied, '900')).apply).toBe('Apply');
});

test('a code that is typed while another is verified is not waited for', () => {
  expect(aid.typeCode(aid.startVerifying(verified), 'HM-AID-2')).toMatchObject({
    isVerifying: false,
    isCodeValid: false,
  });
});

/** @shows B-209 B-309 */
test('a refused code is cleared, and says why', () => {
  expect(aid.codeRefused(aid.startVerifying(verified), 'The financial aid code is not valid.')).toMatchObject(
    {
      code: '',
      isCodeValid: false,
      isVerifying: false,
      codeError: 'The financial aid code is not valid.',
    },
  );
  const verifying = aid.startVerifying(verified);
  const said = new ApiError(422, '', { success: false, errors: ['Not this one.', 'Ask your school.'] });
  expect(aid.verificationFailed(verifying, said)).toMatchObject({
    code: '',
    codeError: 'Not this one. Ask your school.',
  });
  expect(aid.verificationFailed(verifying, new ReadableError('Network Error'))).toMatchObject({
    code: '',
    codeError: 'Network Error',
  });
});

/** @shows B-210 */
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

/** @shows B-259 */
test('the code has 1 to 20 characters', () => {
  expect(aid.codeProblem('A'.repeat(20))).toBeUndefined();
  expect(aid.codeProblem(' HM-AID-27 ')).toBeUndefined();
  expect(aid.codeProblem('')).toBe('The financial aid code field is required');
  expect(aid.codeProblem('A'.repeat(21))).toBe(
    'The financial aid code field may not be greater than 20 characters',
  );
});

/** @shows MA8.2 B-260 B-327 */
describe('the amount', () => {
  test.each(['1', '1.00', '10.12', '2800', '2800.00', '1000.5'])('%s is good', (typed) => {
    expect(aid.amountProblem(typed, maximum)).toBeUndefined();
  });
  test.each([
    ['', 'The amount to be paid field is required'],
    ['0', 'The amount to be paid field must be $1.00 or more'],
    ['10.123', 'The amount to be paid field must be numeric and may contain decimal points'],
    ['2801', 'The amount to be paid field must be $2,800.00 or less'],
    ['0.99', 'The amount to be paid field must be $1.00 or more'],
    ['2800.01', 'The amount to be paid field must be $2,800.00 or less'],
    ['10.005', 'The amount to be paid field must be numeric and may contain decimal points'],
    ['ten', 'The amount to be paid field must be numeric and may contain decimal points'],
  ])('"%s" says: %s', (typed, sentence) => expect(aid.amountProblem(typed, maximum)).toBe(sentence));
});

describe('a sibling discount', () => {
  const priced = (due_today_cents: number, year_total_cents: number) =>
    ({ due_today_cents: cents(due_today_cents), year_total_cents: cents(year_total_cents) }) as TypeQuote;
  const byBank = (discount_cents: number, ...sums: [number, number]) =>
    ({
      discount_cents: cents(discount_cents),
      by_payment_type: { paymentTypeAch: priced(...sums), paymentTypeCreditCard: priced(1, 1) },
    }) as Quote;
  const withDiscount = byBank(25000, 255000, 470000);
  const withAid = byBank(180000, 100000, 100000);

  /** @shows MB5.2 */
  test('is asked about before aid takes its place, with what today and the year come to', () => {
    const asked = aid.askToApply(aid.typeAmount(verified, '1000'), maximum);
    expect(asked).toMatchObject({ isAsked: true, isApplied: false });
    expect(aid.appliedAid(asked)).toBeNull();
    expect(aid.askedAid(asked)).toEqual({ code: 'HM-AID-27', amount: 1000 });
    expect(aid.costOfDiscount(withDiscount, withAid, 'paymentTypeAch')).toEqual({
      discount: 25000,
      today: { before: 255000, after: 100000 },
      year: { before: 470000, after: 100000 },
      needsMethod: false,
    });
    expect(aid.applyAid(asked, maximum)).toMatchObject({ isAsked: false, isApplied: true });
  });

  test('is asked about again when the amount or the code changes, and not with a wrong amount', () => {
    const asked = aid.askToApply(aid.typeAmount(verified, '1000'), maximum);
    expect(aid.typeAmount(asked, '900').isAsked).toBe(false);
    expect(aid.typeCode(asked, 'HM-AID-2').isAsked).toBe(false);
    expect(aid.askToApply(aid.typeAmount(verified, '2800.01'), maximum)).toMatchObject({
      isAsked: false,
      amountError: 'The amount to be paid field must be $2,800.00 or less',
    });
  });

  test('that is not there costs nothing', () => {
    expect(aid.costOfDiscount(byBank(0, 280000, 495000), withAid, 'paymentTypeAch')).toBeUndefined();
    expect(aid.costOfDiscount(withDiscount, undefined, 'paymentTypeAch')).toBeUndefined();
  });

  /** @shows MB5.4 */
  test('that left nothing due means that a way to pay is chosen next', () => {
    const free = { discount_cents: cents(280000), by_payment_type: { paymentTypeNone: priced(0, 215000) } };
    expect(aid.costOfDiscount(free as Quote, withAid, 'paymentTypeNone')).toMatchObject({
      today: { before: 0, after: 100000 },
      needsMethod: true,
    });
  });
});

/** @shows MA8.1 */
describe('a field that is left', () => {
  const typed = aid.typeAmount(verified, '4800.01');
  test('says what is wrong with its amount, and applies nothing', () => {
    expect(aid.leaveAmount(typed, maximum)).toMatchObject({
      amountError: 'The amount to be paid field must be $2,800.00 or less',
      isApplied: false,
    });
    expect(aid.leaveAmount(aid.typeAmount(verified, '1000'), maximum)).toMatchObject({
      amountError: undefined,
      isApplied: false,
    });
    expect(aid.leaveAmount(applied, maximum)).toBe(applied);
  });
  test('says what is wrong with its code, and keeps what the server said', () => {
    expect(aid.leaveCode(aid.openAid()).codeError).toBe('The financial aid code field is required');
    const refused = aid.codeRefused(aid.openAid(), 'The financial aid code is not valid.');
    expect(aid.leaveCode(refused)).toBe(refused);
    expect(aid.leaveCode(aid.noAid)).toBe(aid.noAid);
    expect(aid.leaveCode(verified)).toBe(verified);
  });
});
