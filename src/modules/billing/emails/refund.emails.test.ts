import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, formatMoney } from '#kit/money.ts';
import { refundEmail, refundReversedEmail, type RefundNotice } from './refund.emails.ts';

const VISA = { brand: 'Visa', last_4: '4242' };
const part = (payment_number: number, principal: number, fee = 0, method: typeof VISA | null = VISA) => ({
  payment_number,
  principal_cents: cents(principal),
  surcharge_cents: cents(fee),
  method,
});

const aRefund = (changes: Partial<RefundNotice> = {}): RefundNotice => ({
  first_name: 'Ada',
  company: { name: 'City Bus', phone: '212-555-0100' },
  contract_number: '26-HM-004217-K',
  student: 'Bo',
  way: 'processor',
  reference: null,
  parts: [part(1, 280_000, 8_400)],
  link: 'https://bus.example/dashboard/orders/7001',
  ...changes,
});

const factsOf = (changes: Partial<RefundNotice> = {}) =>
  Object.fromEntries((refundEmail(aRefund(changes)).facts ?? []).map(({ label, value }) => [label, value]));

describe('the notice of a refund (R2, R4)', () => {
  it('says what went back of which payment, to which card, and the fee by itself', () => {
    expect(factsOf()).toEqual({
      'Contract number': '26-HM-004217-K',
      Student: 'Bo',
      'Payment 1, refunded to Visa ****4242': '$2,800.00',
      'Card fees': '$84.00',
      'Total refunded': '$2,884.00',
    });
  });

  it('has the total in its subject and in its first sentence', () => {
    const { subject, paragraphs, preview } = refundEmail(aRefund());
    expect(subject).toBe('Your refund of $2,884.00');
    expect(paragraphs[0]).toContain('We’ve refunded $2,884.00.');
    expect(preview).toBe(paragraphs[0]);
  });

  it('names each payment, the newest first as it was asked for, with the fees in one sum', () => {
    const facts = factsOf({ parts: [part(2, 215_000, 6_450), part(1, 280_000, 8_400)] });
    expect(Object.entries(facts).slice(2)).toEqual([
      ['Payment 2, refunded to Visa ****4242', '$2,150.00'],
      ['Payment 1, refunded to Visa ****4242', '$2,800.00'],
      ['Card fees', '$148.50'],
      ['Total refunded', '$5,098.50'],
    ]);
  });

  it('of principal alone speaks of no fees', () => {
    expect(factsOf({ parts: [part(1, 50_000)] })).not.toHaveProperty('Card fees');
  });

  it('of the fee alone names no payment of nothing', () => {
    const facts = factsOf({ parts: [part(1, 0, 8_400)] });
    expect(Object.keys(facts).some((label) => label.startsWith('Payment 1'))).toBe(false);
    expect(facts['Total refunded']).toBe('$84.00');
  });

  it('by check names the check and not the card that paid', () => {
    const facts = factsOf({ way: 'check', reference: '1042' });
    expect(facts).toMatchObject({ 'Check number': '1042', 'Payment 1': '$2,800.00' });
    const { paragraphs } = refundEmail(aRefund({ way: 'check', reference: '1042' }));
    expect(paragraphs[0]).toBe('We’re mailing a check for $2,884.00 to your home address.');
    expect(JSON.stringify(facts)).not.toContain('4242');
  });

  it('to the driver fund says thank you, and shows no number that only the office knows', () => {
    const gift = { way: 'driver_fund', reference: 'F-77' } as const;
    expect(refundEmail(aRefund(gift)).paragraphs[0]).toContain('to the driver fund. Thank you.');
    expect(JSON.stringify(factsOf(gift))).not.toContain('F-77');
  });

  it('through the processor shows no reference either', () => {
    expect(JSON.stringify(refundEmail(aRefund({ reference: 'A-1' })))).not.toContain('A-1');
  });

  it('leaves out a contract number and a child that are not known', () => {
    const facts = factsOf({ contract_number: null, student: null });
    expect(Object.keys(facts)).not.toContain('Contract number');
    expect(Object.keys(facts)).not.toContain('Student');
  });

  it('names a payment without its method where the method is not known', () => {
    expect(factsOf({ parts: [part(1, 1_000, 0, null)] })).toHaveProperty('Payment 1', '$10.00');
  });
});

const amounts = fc.integer({ min: 0, max: 500_000 });
const parts = fc.array(fc.tuple(amounts, amounts), { minLength: 1, maxLength: 6 });

describe('the lines of any refund', () => {
  it('sum to the total that it names', () => {
    fc.assert(
      fc.property(parts, (shares) => {
        const email = refundEmail(
          aRefund({ parts: shares.map(([principal, fee], at) => part(at + 1, principal, fee)) }),
        );
        const asCents = (value: string) => Number(value.replace(/[$,.]/g, ''));
        const lines = (email.facts ?? []).slice(2, -1);
        const total = lines.reduce((sum, { value }) => sum + asCents(value), 0);
        expect(email.facts!.at(-1)!.value).toBe(formatMoney(cents(total)));
        expect(lines.every(({ value }) => value !== '$0.00')).toBe(true);
      }),
    );
  });
});

/** @shows MC9.4 */
describe('the notice of a refund that staff have taken back', () => {
  const byCheck = aRefund({ way: 'check', reference: '77', parts: [part(1, 50_000, 0, null)] });

  it('tells the family not to deposit a check that is no longer valid', () => {
    const email = refundReversedEmail(byCheck, 'never_cashed');
    expect(email.subject).toBe('Your refund check for $500.00 is no longer valid');
    expect(email.paragraphs.join()).toContain('Please don’t deposit it');
    expect(email.facts).toContainEqual({ label: 'Check number', value: '77' });
  });

  it('says that a mistaken refund was not made', () => {
    const email = refundReversedEmail(byCheck, 'entered_by_mistake');
    expect(email.paragraphs.join()).toContain('this refund was not made');
  });
});
