import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  invoiceDescription,
  isAidDifference,
  isCongestionFee,
  laterDescriptor,
  nameOfMethod,
  statementName,
  whatIsPaid,
} from './payment-texts.ts';

const ofTerm = {
  payment_number: 2,
  congestion_fee_id: null,
  financial_aid_id: null,
  part_of: null,
  is_surplus: false,
};
const ofFee = { ...ofTerm, payment_number: 5, congestion_fee_id: 9 };
const ofAid = { ...ofTerm, payment_number: 3, financial_aid_id: 4 };
const WHAT = 'Lower School, Round trip';

describe('what a payment is called', () => {
  it('on a statement is what was bought and the number of the payment', () => {
    expect(laterDescriptor(WHAT, ofTerm)).toBe('Lower School, Round trip, payment 2');
  });

  it('on a statement is a congestion fee where it is one, without a number (S4)', () => {
    expect(laterDescriptor(WHAT, ofFee)).toBe('Congestion fee, Lower School, Round trip');
  });

  it('in the books of the office is the same, without the number of a payment of the term', () => {
    expect(whatIsPaid(WHAT, ofTerm)).toBe(WHAT);
    expect(whatIsPaid(WHAT, ofFee)).toBe('Congestion fee, Lower School, Round trip');
  });

  it('is what aid did not pay where the office has declined the aid (A6)', () => {
    expect(laterDescriptor(WHAT, ofAid)).toBe('Financial aid not confirmed, Lower School, Round trip');
    expect(invoiceDescription(ofAid, 7001)).toBe(
      'Financial aid not confirmed: rest of the price of order 7001',
    );
  });

  /** @shows S16.1 */
  it.each([
    ['Harborline School Bus', 'Harborline School Bus'],
    ['Harborline School Bus, Inc.', 'Harborline School Bus,'],
    ['The “Été” *Bus* <Line>', 'The Ete Bus Line'],
    ['B&B', 'B&B School Bus'],
    ['1234567', '1234567 School Bus'],
    ['北京', 'School Bus'],
  ])('is on a bank statement what a bank takes of the company: %s', (company, statement) => {
    expect(statementName(company)).toBe(statement);
  });

  it('on an invoice names payment and order, or fee and order (M9)', () => {
    expect(invoiceDescription(ofTerm, 7001)).toBe('Payment 2 of order 7001');
    expect(invoiceDescription(ofFee, 7001)).toBe('Congestion fee of order 7001');
  });

  it('never is a fee and the rest of aid at once, nor either without its reason', () => {
    expect([ofTerm, ofFee, ofAid].map(isCongestionFee)).toEqual([false, true, false]);
    expect([ofTerm, ofFee, ofAid].map(isAidDifference)).toEqual([false, false, true]);
  });

  it('of its method is brand and last four digits, and nothing more', () => {
    expect(nameOfMethod({ brand: 'Visa', last_4: '4242' })).toBe('Visa ****4242');
  });
});

describe('what a bank prints of any company', () => {
  const names = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.stringMatching(/^[0-9 ]{15,40}[A-Za-z ]{0,10}$/),
  );

  /** @shows S16.1 */
  it('is 5 to 22 plain characters with a letter among them, and none that banks refuse', () => {
    fc.assert(
      fc.property(names, (company) => {
        const statement = statementName(company);
        expect(statement).toMatch(/^[\x20-\x7e]{5,22}$/);
        expect(statement).toMatch(/[A-Za-z]/);
        expect(statement).not.toMatch(/[<>\\'"*]|^ | $/);
      }),
    );
  });

  /** @shows S16.1 */
  it.each([
    ['1234567890 1234567890 12', '1234567890 School Bus'],
    ['12345678901234567890123 Bus', '12345678901 School Bus'],
    ['The 1st Bus Company of 1234567890', 'The 1st Bus Company of'],
  ])('keeps a letter where the first 22 characters have none: %s', (company, statement) => {
    expect(statementName(company)).toBe(statement);
  });
});
