import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { password, requiredText } from '#kit/rules/fields.ts';
import { ACCOUNT_TYPES, bankShape, cardShape } from '#modules/billing/methods/methods.shapes.ts';
import { CARD_TYPES } from '#modules/billing/methods/card.ts';
import { addressFieldsShape } from '#modules/students/students.shapes.ts';
import { aBankAccount, aCard } from '#tests/support/app/season-app.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';
import {
  contractSelectionShape,
  financialAidShape,
  placeOrderShape,
  quoteRequestShape,
} from '#modules/orders/orders.contract.ts';

function fieldsAtFault(schema: z.ZodType, value: object): string[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : Object.keys(fieldErrorsOf(result.error.issues)).toSorted();
}
const long = (n: number) => 'x'.repeat(n);
const ids = { program_id: 1, student_id: 1, route_id: 1, payment_term_id: 1 };
const contract = (changes: object) => fieldsAtFault(contractSelectionShape, { ...ids, ...changes });

describe('the server keeps the limits of an order', () => {
  /** @shows B-342 */
  it('at their last character and past it', () => {
    const aid = (code: string) => fieldsAtFault(financialAidShape, { code, amount: 1 });
    expect([aid(long(20)), aid(long(21)), aid('')]).toEqual([[], ['code'], ['code']]);
    expect([contract({ special_request: long(8192) }), contract({ special_request: long(8193) })]).toEqual([
      [],
      ['special_request'],
    ]);
    const home = (zip: string, state = 'NY') =>
      fieldsAtFault(addressFieldsShape, anAddressForm({ zip, state }));
    expect([home('10701'), home('10701-1234'), home('1'), home(''), home('1'.repeat(51))]).toEqual([
      [],
      [],
      ['zip'],
      ['zip'],
      ['zip'],
    ]);
    expect(home('10701', '')).toEqual(['state']);
    const text = (value: string) => fieldsAtFault(z.object({ text: requiredText() }), { text: value });
    expect([text('x'), text(long(255)), text(long(256)), text('')]).toEqual([[], [], ['text'], ['text']]);
    const secret = (value: string) => fieldsAtFault(z.object({ secret: password() }), { secret: value });
    expect([secret(long(6)), secret(long(255)), secret(long(5)), secret(long(256))]).toEqual([
      [],
      [],
      ['secret'],
      ['secret'],
    ]);
  });

  /** @shows B-239 B-242 */
  it('a program, a student, a route and a payment term must be named', () => {
    expect(fieldsAtFault(contractSelectionShape, {})).toEqual([
      'payment_term_id',
      'program_id',
      'route_id',
      'student_id',
    ]);
    expect(contract({ student_id: 'x' })).toEqual(['student_id']);
  });

  /** @shows B-243 */
  it('pickup streets end at 255 characters', () => {
    expect(contract({ pickup_north: long(255), pickup_cross: long(255) })).toEqual([]);
    expect(contract({ pickup_north: long(256), pickup_cross: long(256) })).toEqual([
      'pickup_cross',
      'pickup_north',
    ]);
  });

  /** @shows B-244 */
  it('a contract number has 1 to 255 characters', () => {
    const numbered = (contract_number: string) => contract({ route_discounts: [{ id: 1, contract_number }] });
    expect([numbered('2'), numbered(long(255)), numbered(long(256)), numbered('')]).toEqual([
      [],
      [],
      ['route_discounts.0.contract_number'],
      ['route_discounts.0.contract_number'],
    ]);
  });

  /** @shows B-260 */
  it('financial aid is 1.00 at least, with two decimals', () => {
    const aid = (amount: unknown) => fieldsAtFault(financialAidShape, { code: 'HM', amount });
    expect([aid(1), aid(10.12), aid(10.123), aid(0.99), aid(undefined)]).toEqual([
      [],
      [],
      ['amount'],
      ['amount'],
      ['amount'],
    ]);
  });

  /** @shows MA8.2 MA10.1 */
  it('says what it is, by its label and as an amount', () => {
    const { error } = quoteRequestShape.safeParse(
      { contract: ids, financial_aid: { code: '', amount: 0.5 } },
      { reportInput: true },
    );
    expect(fieldErrorsOf(error!.issues)).toEqual({
      'financial_aid.code': ['The financial aid code field is required'],
      'financial_aid.amount': ['The amount to be paid field must be $1.00 or more'],
    });
  });

  it('the payer’s password has 6 to 255 characters', () => {
    const payer = (value: string) =>
      fieldsAtFault(placeOrderShape, { contract: ids, user: { email: 'a@b.example', password: value } });
    expect([payer(long(6)), payer(long(5)), payer(long(256))]).toEqual([
      [],
      ['user.password'],
      ['user.password'],
    ]);
  });
});

describe('what a family may pay with', () => {
  const NUMBERS = {
    Visa: '4242424242424242',
    MasterCard: '5555555555554444',
    Amex: '378282246310005',
    Discover: '6011111111111117',
  };

  /** @shows B-345 */
  it('are four types of cards and two of accounts', () => {
    expect(CARD_TYPES).toEqual(['Visa', 'MasterCard', 'Amex', 'Discover']);
    for (const type of CARD_TYPES) {
      expect(
        fieldsAtFault(cardShape, {
          ...aCard().cc,
          type,
          number: NUMBERS[type],
          ccid: type === 'Amex' ? '1234' : '123',
        }),
      ).toEqual([]);
    }
    expect(fieldsAtFault(cardShape, { ...aCard().cc, type: 'Diners' })).toEqual(['type']);
    expect(ACCOUNT_TYPES).toEqual(['Checking', 'Savings']);
    for (const account_type of ACCOUNT_TYPES)
      expect(fieldsAtFault(bankShape, { ...aBankAccount().ach, account_type })).toEqual([]);
    expect(fieldsAtFault(bankShape, { ...aBankAccount().ach, account_type: 'Broker' })).toEqual([
      'account_type',
    ]);
  });
});
