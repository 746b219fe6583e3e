import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { PAYMENT_TYPES } from '#modules/pricing/quoted-prices.ts';
import { openPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { wordsOf, wordsUnder } from '#tests/support/files/document-words.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { CARD_LINES, CONTRACT_FACTS } from '#tests/support/forms/contract-facts.ts';
import { BEFORE_QUOTES, receiptDocument, type ReceiptFacts } from './receipt.ts';

const BILL_TO = {
  name: 'Ada Test',
  place: ['1 Pier, 2B', 'New York, NY 10001'],
  email: 'ada@example.com',
  customer_number: '000041',
};

const FACTS: ReceiptFacts = {
  order_id: 7001,
  invoice_id: 501,
  contract_number: '27-HM-000001-T',
  company: CONTRACT_FACTS.company,
  school: CONTRACT_FACTS.school,
  bill_to: BILL_TO,
  student: 'Bo Test',
  charged_on: plainDate('2026-04-10'),
  paid_by: 'paymentTypeCreditCard',
  addons: ['Late bus'],
  method: 'Visa ****4242',
  lines: CARD_LINES,
  is_pending: false,
  returned_on: null,
  is_mistake: false,
  is_stopped: false,
  is_due_again: true,
  is_owed_by_nobody: false,
};

const receipt = (changes: Partial<ReceiptFacts> = {}) => receiptDocument({ ...FACTS, ...changes });
const details = (changes: Partial<ReceiptFacts> = {}) => wordsUnder(receipt(changes), 'Details');
const charged = (changes: Partial<ReceiptFacts> = {}) => wordsUnder(receipt(changes), 'What was charged');

/** @shows MH16.3 */
it('a receipt quotes what the family typed, behind a label, and an older one is as it was', () => {
  expect(wordsUnder(receipt(), 'Bill To')[0]).toBe('Parent or guardian: “Ada Test”');
  const older = receiptDocument(FACTS, BEFORE_QUOTES);
  expect(wordsUnder(older, 'Bill To')).toEqual(['Ada Test\n1 Pier, 2B\nNew York, NY 10001\nada@example.com']);
  expect(wordsUnder(older, 'Details')).toContain('Student: Bo Test');
});

describe('a receipt', () => {
  it('says for what, whom, when and by what it is', () => {
    expect(wordsUnder(receipt(), 'Bill To')).toEqual([
      'Parent or guardian: “Ada Test”',
      'Address: “1 Pier, 2B, New York, NY 10001”',
      'Email: ada@example.com',
    ]);
    expect(details()).toEqual([
      'Date: 04/10/2026',
      'Invoice: 501',
      'Contract number: 27-HM-000001-T',
      'Customer number: 000041',
      'Student: “Bo Test”',
      'Payment type: Card',
      'Payment method: Visa ****4242',
      'Add-ons: Late bus',
    ]);
  });

  it('leaves out what there is not', () => {
    const labels = details({ contract_number: null, addons: [] }).map((line) => line.split(':')[0]);
    expect(labels).not.toContain('Contract number');
    expect(labels).not.toContain('Add-ons');
  });

  it.each(PAYMENT_TYPES)('names its type where it has no method to name: %s', (paid_by) => {
    const [type, method] = details({ paid_by, method: null }).filter((line) => line.startsWith('Payment '));
    expect(type!.split(': ')[1]).toBe(method!.split(': ')[1]);
    expect(type).toMatch(/^Payment type: [A-Z]/);
  });

  it('has each line, and their sum to the cent', () => {
    expect(charged()).toEqual([
      'Two payments, deposit | $2,200.00',
      'Late bus | $600.00',
      'Card fee | $84.00',
      'Amount | $2,884.00',
      'Questions about this payment? Call 718-555-0100.',
    ]);
    const odd = [0.1, 0.2, 0.03].map((amount) => ({
      text: 'x',
      amount_cents: cents(Math.round(amount * 100)),
    }));
    expect(charged({ lines: odd })).toContain('Amount | $0.33');
    expect(charged({ lines: [{ text: 'Shuttle', amount_cents: cents(0) }] })).toContain('Amount | $0.00');
  });

  it('of a sum in the thousands has its commas', () => {
    const lines = [{ text: 'All', amount_cents: cents(123_456_789) }];
    expect(charged({ lines })).toContain('Amount | $1,234,567.89');
  });

  it.each([
    ['is paid', {}, null],
    ['is on its way', { is_pending: true }, 'This bank payment is on its way'],
    [
      'was stopped',
      { returned_on: plainDate('2026-04-16'), is_stopped: true },
      'Our payment processor stopped this payment on 04/16/2026 because of a limit of our company, ' +
        'not of your bank. The amount is due again.',
    ],
    [
      'was stopped after the contract had ended',
      { returned_on: plainDate('2026-04-16'), is_stopped: true, is_due_again: false },
      'not of your bank. The contract has ended.',
    ],
    [
      'was entered by mistake',
      { returned_on: plainDate('2026-04-16'), is_mistake: true },
      'entered by mistake and taken back on 04/16/2026. The amount is due.',
    ],
    ['came back', { returned_on: plainDate('2026-04-16') }, 'on 04/16/2026. The amount is due again.'],
    [
      'came back after the end',
      { returned_on: plainDate('2026-04-16'), is_due_again: false },
      'on 04/16/2026. The contract has ended.',
    ],
    [
      'came back after its fee was withdrawn',
      { returned_on: plainDate('2026-04-16'), is_owed_by_nobody: true },
      'on 04/16/2026. Nothing is due for this payment.',
    ],
  ] as const)('says what became of a payment that %s, and nothing else', (_, changes, said) => {
    const notes = charged(changes).slice(4, -1);
    expect(notes).toEqual(said === null ? [] : [expect.stringContaining(said)]);
  });

  it('carries its order and invoice on each page, and the company of its division', () => {
    expect(receipt()).toMatchObject({
      title: 'Receipt for Order #7001',
      subject: 'Receipt, invoice 501',
      foot: 'Order #7001, invoice 501',
      author: 'Harborline School Bus, Inc.',
      tag: 'Hillmark',
      dated: new Date('2026-04-10T12:00:00Z'),
    });
  });
});

describe('a receipt on paper', () => {
  let renderer: PdfRenderer & { close(): Promise<void> };
  beforeAll(() => void (renderer = openPdfRenderer()));
  afterAll(() => renderer.close());
  const paper = async (changes: Partial<ReceiptFacts>) => readPdf(await renderer.print(receipt(changes)));

  it('is one page with the longest names, and keeps their letters', async () => {
    const name = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} Ánh`;
    const { text, pages } = await paper({ student: name, bill_to: { ...BILL_TO, name } });
    expect(pages).toBe(1);
    expect(text.normalize('NFC').replaceAll(/\s/g, '').split(name.replaceAll(' ', ''))).toHaveLength(3);
  });

  it('turns its page where it has many lines, and sums all of them', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => ({ text: `Fee ${n + 1}`, amount_cents: cents(101) }));
    const { text, pages } = await paper({ lines });
    expect(pages).toBeGreaterThan(1);
    for (const { text: said } of lines) expect(text).toContain(said);
    expect(text).toContain('$60.60');
  });

  it('says each word of itself', async () => {
    const { text } = await paper({ returned_on: plainDate('2026-04-16') });
    const words = wordsOf(receipt({ returned_on: plainDate('2026-04-16') }));
    const parts = words.flatMap((line) => line.split(/ \| |\n|(?<=^[^:]{3,30}): /));
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  });
});
