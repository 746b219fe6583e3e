import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, formatMoney, sum } from '#kit/money.ts';
import { cardExpiryEmail, receiptEmail, type ChargeReceipt, type ExpiryNotice } from './billing.emails.ts';

const company = { name: 'City Bus', phone: '212-555-0100' };

const aReceipt = (changes: Partial<ChargeReceipt> = {}): ChargeReceipt => ({
  first_name: 'Ada',
  company,
  order_id: 7001,
  invoice_id: 501,
  contract_number: '26-HM-004217-K',
  charged_on: '04/10/2026',
  method: 'Visa ****4242',
  addons: [],
  is_received: false,
  lines: [
    { text: 'Lower School, Round trip', amount_cents: cents(280_000) },
    { text: 'Card fee', amount_cents: cents(8_400) },
  ],
  is_pending: false,
  link: 'https://bus.example/receipt',
  ...changes,
});

const aNotice = (changes: Partial<ExpiryNotice> = {}): ExpiryNotice => ({
  first_name: 'Ada',
  company,
  order_id: 7001,
  contract_number: '26-HM-004217-K',
  method: { brand: 'Visa', last_4: '4242' },
  expires: '08/2026',
  due_on: '10/01/2026',
  link: 'https://bus.example/dashboard/payment-methods',
  ...changes,
});

const labels = ({ facts = [] }: { facts?: { label: string; value: string }[] }) =>
  facts.map(({ label, value }) => `${label}: ${value}`);

describe('a receipt (M10)', () => {
  it('names day, invoice, contract, method, every line and the total, in this order', () => {
    expect(labels(receiptEmail(aReceipt()))).toEqual([
      'Date: 04/10/2026',
      'Invoice: 501',
      'Contract number: 26-HM-004217-K',
      'Payment method: Visa ****4242',
      'Lower School, Round trip: $2,800.00',
      'Card fee: $84.00',
      'Total charged: $2,884.00',
    ]);
  });

  /** @shows MP10.6 */
  it('lists the add-ons, as the attached paper does', () => {
    const addons = ['Late bus', 'Escort'];
    expect(labels(receiptEmail(aReceipt({ addons })))).toContain('Add-ons: Late bus, Escort');
  });

  /** @shows MP10.7 */
  it('of a check or cash says received, because nothing was charged', () => {
    expect(labels(receiptEmail(aReceipt({ is_received: true }))).at(-1)).toBe('Total received: $2,884.00');
  });

  it('thanks for money that was received', () => {
    const { paragraphs, subject } = receiptEmail(aReceipt());
    expect(subject).toBe('Receipt for $2,884.00, order 7001');
    expect(paragraphs).toEqual(['Thank you. We received your payment of $2,884.00.']);
  });

  it('of a bank debit does not say that the money was received (M6)', () => {
    const { paragraphs } = receiptEmail(aReceipt({ is_pending: true }));
    expect(paragraphs.join()).toContain('is on its way');
    expect(paragraphs.join()).not.toContain('received');
  });

  it('leaves out a contract number that has not been issued', () => {
    expect(labels(receiptEmail(aReceipt({ contract_number: null }))).join()).not.toMatch(/Contract|null/);
  });

  it('totals its lines to the cent, however many there are', () => {
    const line = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((amount) => ({ text: 'A line', amount_cents: cents(amount) }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const total = formatMoney(sum(lines.map(({ amount_cents }) => amount_cents)));
        const email = receiptEmail(aReceipt({ lines }));
        expect(email.facts!.at(-1)).toEqual({ label: 'Total charged', value: total });
        expect(email.subject).toContain(total);
      }),
    );
  });
});

describe('the notice of an expiring card (PM)', () => {
  it('names the card, the month of its end and the day of the payment', () => {
    const { subject, paragraphs, facts } = cardExpiryEmail(aNotice());
    expect(subject).toBe('Visa ****4242 expires before your payment on 10/01/2026');
    expect(paragraphs[0]).toBe(
      'Your card Visa ****4242 is good until 08/2026, and a payment is due on 10/01/2026. ' +
        'We won’t be able to charge this card for it.',
    );
    expect(labels({ facts })).toEqual([
      'Order: 7001',
      'Contract number: 26-HM-004217-K',
      'Payment due on: 10/01/2026',
    ]);
  });

  it('says what to do, with the place to do it', () => {
    const { paragraphs, button } = cardExpiryEmail(aNotice());
    expect(paragraphs[1]).toContain('make it the default');
    expect(button?.href).toBe('https://bus.example/dashboard/payment-methods');
  });

  it('names no sum, as the card fee depends on the method that will pay (S2)', () => {
    expect(JSON.stringify(cardExpiryEmail(aNotice()))).not.toContain('$');
  });

  it('leaves out a contract number that is not known', () => {
    expect(labels(cardExpiryEmail(aNotice({ contract_number: null })))).toHaveLength(2);
  });
});
