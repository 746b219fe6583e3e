import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { openPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { headingsOf, wordsOf, wordsUnder } from '#tests/support/files/document-words.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { CARD_LINES, CONTRACT_FACTS } from '#tests/support/forms/contract-facts.ts';
import { firstCheckInstructions, payeeFacts } from './check-payee.ts';
import { letterheadOf, placeOf } from './letterhead.ts';
import { printedContractDocument } from './printed-contract.ts';

type Printed = Parameters<typeof printedContractDocument>[0];

const LATER = { pay_on: plainDate('2026-10-01'), amount_cents: cents(215_000), surcharge_cents: cents(0) };
const PRICE = {
  principal_cents: cents(280_000),
  surcharge_base_cents: cents(0),
  surcharge_cents: cents(0),
  due_today_cents: cents(280_000),
  lines: CARD_LINES.slice(0, 2),
  later: [LATER],
  year_total_cents: cents(495_000),
};
const printed = (changes: Partial<Printed> = {}) =>
  printedContractDocument({
    ...CONTRACT_FACTS,
    program_name: 'hm-lower',
    checks: firstCheckInstructions('hm-lower'),
    priced_on: plainDate('2026-04-10'),
    price: PRICE,
    texts: [{ kind: 'contract', html: '<p>The contract.</p>' }],
    code: '7KQ4-M2XD-9RTV',
    expires_on: plainDate('2026-06-09'),
    ...changes,
  });
const under = (heading: string, changes: Partial<Printed> = {}) => wordsUnder(printed(changes), heading);

describe('a contract printed to pay by check', () => {
  it('has the check before all else, and a place to sign after all texts', () => {
    const texts = [
      { kind: 'contract', html: '<p>The contract.</p>' },
      { kind: 'surge', html: '<p>The surge.</p>' },
    ] as const;
    expect(headingsOf(printed({ texts }))).toEqual([
      'Your check',
      'Parties',
      'Student and route',
      'Price as of 04/10/2026',
      'Payment schedule',
      'Contract text',
      'Surge pricing agreement',
      'Signature',
    ]);
    expect(under('Signature')).toEqual([
      'I have read and accept the texts above.',
      'Signature of parent or guardian: ____',
      'Date: ____',
    ]);
  });

  it('carries its code at its head, on the check, in its title and at the foot of each page', () => {
    const document = printed();
    expect(wordsOf(document).slice(0, 2)).toEqual([
      expect.stringContaining('No seat is held until then.'),
      'Code: 7KQ4-M2XD-9RTV',
    ]);
    expect(under('Your check')).toContain('Write on the check: 7KQ4-M2XD-9RTV');
    expect(document).toMatchObject({
      subject: 'Contract to sign and mail, code 7KQ4-M2XD-9RTV',
      foot: 'Contract to mail, code 7KQ4-M2XD-9RTV',
    });
  });

  it('has no number and no order, as it is neither', () => {
    const words = wordsOf(printed()).join('\n');
    expect(words).not.toMatch(/Contract number|Order number|Acceptance|SHA-256/);
  });

  it('says what the check pays, to the cent, and until when the office finds it', () => {
    expect(under('Your check')).toEqual([
      'Amount: $2,800.00',
      'Payable to: Harborline School Bus, Inc.',
      expect.stringMatching(/^Mail to: /),
      'Write on the check: 7KQ4-M2XD-9RTV',
      expect.stringMatching(/^Please send one check per Lower Division contract/),
      expect.stringContaining('The price is the one in effect on the day we receive the check.'),
      expect.stringMatching(/^Until 06\/09\/2026, .* Call 718-555-0100\.$/),
    ]);
  });

  it('asks for no check where nothing is due with it', () => {
    const price = { ...PRICE, due_today_cents: cents(0) };
    const [amount] = under('Your check', { price });
    expect(amount).not.toMatch(/\$/);
    expect(under('Payment schedule', { price })[0]).toBe('With the signed contract | Nothing is due | $0.00');
  });

  it('has a day for each later check, with its fee beside where checks have one', () => {
    const later = [LATER, { ...LATER, pay_on: plainDate('2026-11-01'), surcharge_cents: cents(250) }];
    expect(under('Payment schedule', { price: { ...PRICE, later } })).toEqual([
      'With the signed contract | By check, payable as shown above | $2,800.00',
      'Thu 10/01/2026 | By check, to arrive by this day | $2,150.00',
      'Sun 11/01/2026 | By check, to arrive by this day; plus a fee of $2.50 | $2,150.00',
    ]);
  });

  it('is passed nowhere: nothing of it has been paid', () => {
    const line = printed().blocks.find((block) => block.k === 'line');
    expect(line!.stops.every(({ isPassed }) => !isPassed)).toBe(true);
  });

  it('has the price of its day, and the year with it', () => {
    expect(under('Price as of 04/10/2026')).toEqual([
      'Payment term: Two payments',
      'Two payments, deposit | $2,200.00',
      'Late bus | $600.00',
      'Due with the contract | $2,800.00',
      'Total for the year, including the fees listed here: $4,950.00',
    ]);
  });
});

describe('who a check is paid to', () => {
  const company = CONTRACT_FACTS.company;
  const mailTo = (program_name: string, changes = {}) =>
    payeeFacts({
      company: { ...company, ...changes },
      program: firstCheckInstructions(program_name),
    })[1]!.value.split('\n');

  it('is the company of the division, for the attention of whom the brand names', () => {
    expect(mailTo('hm-lower')).toEqual([
      'Harborline School Bus, Inc.',
      'Attention: Lower Division contracts',
      '1250 Harbor Yard Road',
      'Bronx, NY 10474',
    ]);
  });

  it.each(['nga-lower', '', 'constructor', 'toString'])(
    'is the company alone where the brand names nobody for the program: %s',
    (program) => {
      expect(mailTo(program)).toHaveLength(3);
      expect(firstCheckInstructions(program).check_text).toBeNull();
    },
  );

  it('is another company in another division', () => {
    const other = {
      company_name: 'Lakeside Buses LLC',
      address_1: '9 Mill Lane',
      city: 'Yonkers',
      zip: '10701',
    };
    expect(
      payeeFacts({
        company: { ...company, ...other },
        program: { check_attention: 'Lower School contracts' },
      }),
    ).toEqual([
      { label: 'Payable to', value: 'Lakeside Buses LLC' },
      {
        label: 'Mail to',
        value: 'Lakeside Buses LLC\nAttention: Lower School contracts\n9 Mill Lane\nYonkers, NY 10701',
      },
    ]);
    expect(letterheadOf({ ...company, ...other })).toEqual({
      name: 'Lakeside Buses LLC',
      lines: ['9 Mill Lane, Yonkers, NY 10701', '718-555-0100'],
    });
  });

  it.each([
    [null, '1 Pier'],
    ['', '1 Pier'],
    ['2B', '1 Pier, 2B'],
  ])('and a home stand on two lines, with the apartment where there is one: %s', (apt, street) => {
    expect(placeOf({ address: '1 Pier', apt, city: 'New York', state: 'NY', zip: '10001' })).toEqual([
      street,
      'New York, NY 10001',
    ]);
  });
});

describe('a printed contract on paper', () => {
  let renderer: PdfRenderer & { close(): Promise<void> };
  beforeAll(() => void (renderer = openPdfRenderer()));
  afterAll(() => renderer.close());

  it('has payee, code and the place to sign, whatever the family wrote', async () => {
    const special_request = `${'W'.repeat(255)} ${'A seat at the front. '.repeat(380)}`;
    const { text, pages, pageTexts, title } = await readPdf(
      await renderer.print(printed({ special_request })),
    );
    expect(title).toBe('Transportation Contract');
    const flat = text.replaceAll(/\s+/g, '');
    for (const said of ['Harborline School Bus, Inc.', 'Signature of parent or guardian', '$2,800.00'])
      expect(text).toContain(said);
    expect(flat).toContain('W'.repeat(255));
    // The foot of a page may stand between the words of a sentence.
    expect(flat.split('front.')).toHaveLength(381);
    expect(pageTexts.every((page) => page.includes('7KQ4-M2XD-9RTV'))).toBe(true);
    expect(pages).toBe(pageTexts.length);
  });
});
