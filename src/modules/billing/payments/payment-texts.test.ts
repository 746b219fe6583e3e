import { describe, expect, it } from 'vitest';
import { invoiceDescription, laterDescriptor, statementName, whatIsPaid } from './payment-texts.ts';

const ofTerm = { payment_number: 2, congestion_fee_id: null, financial_aid_id: null };
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
});
