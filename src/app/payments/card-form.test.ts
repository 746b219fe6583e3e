import { describe, expect, test } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { cardResolver, expiryYears, groupDigits, MONTHS, type CardValues } from './card-form.ts';

const today = plainDate('2026-11-21');
const good: CardValues = {
  type: '',
  number: '4242 4242 4242 4242',
  name: 'Adaeze Okafor',
  exp_month: '4',
  exp_year: '2030',
  ccid: '123',
};
const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: 'firstError' } as const;

async function check(values: Partial<CardValues>) {
  const result = await cardResolver(today)({ ...good, ...values }, undefined, options);
  const messages = Object.entries(result.errors).map(([field, error]) => [
    field,
    (error as { message?: string }).message,
  ]);
  return { values: result.values, errors: Object.fromEntries(messages) as Record<string, string> };
}

test('a card is taken with the brand that its number says', async () => {
  expect((await check({})).values).toMatchObject({
    type: 'Visa',
    number: '4242424242424242',
    exp_month: 4,
    exp_year: 2030,
  });
  expect((await check({ number: '3782 822463 10005', ccid: '1234' })).values).toMatchObject({ type: 'Amex' });
});

/** @shows MB20.3 B-246 B-345 */
test('the type that is read from the number may be corrected, and must be that of the number', async () => {
  expect((await check({ type: 'Visa' })).values).toMatchObject({ type: 'Visa' });
  expect((await check({ type: 'Discover' })).errors).toEqual({ type: 'The card type value is not valid' });
});

/** @shows MP10.8 */
test('an empty type that no number determines is refused by name', async () => {
  expect((await check({ number: '', type: '' })).errors).toEqual({
    number: 'The card number field is required',
    type: 'The card type field is required',
  });
  expect((await check({ number: '9999 9999 9999 9995', type: '' })).errors).toMatchObject({
    type: 'The card type field is required',
  });
  expect((await check({ number: '', type: 'Visa' })).errors).toEqual({
    number: 'The card number field is required',
  });
});

describe('what is wrong is said at its field', () => {
  test.each<[Partial<CardValues>, Record<string, string>]>([
    [{ number: '4242 4242 4242 4241' }, { number: 'The card number field is invalid' }],
    [{ number: '', type: 'Visa' }, { number: 'The card number field is required' }],
    [{ exp_month: '' }, { exp_month: 'The month field is required' }],
    [{ ccid: '12' }, { ccid: 'The security code field is invalid' }],
    [{ name: ' ' }, { name: 'The name on card field is required' }],
    [{ exp_month: '10', exp_year: '2026' }, { exp_month: 'This card has expired.' }],
  ])('%o', async (values, errors) => expect((await check(values)).errors).toEqual(errors));
});

test('a card is good to the end of its month', async () => {
  expect((await check({ exp_month: '11', exp_year: '2026' })).errors).toEqual({});
});

test('numbers group themselves, also when they are pasted', () => {
  expect(groupDigits('4242-4242-4242-4242')).toBe('4242 4242 4242 4242');
  expect(groupDigits('378282246310005')).toBe('3782 822463 10005');
  expect(groupDigits('42424')).toBe('4242 4');
});

/** @shows B-344 */
test('expiration years run from this year for fifteen years', () => {
  expect(expiryYears(today)).toHaveLength(15);
  expect([expiryYears(today)[0], expiryYears(today).at(-1)]).toEqual(['2026', '2040']);
  expect(MONTHS).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
});
