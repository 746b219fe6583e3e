import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { openPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { wordsOf, wordsUnder, headingsOf } from '#tests/support/files/document-words.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { CARD_LINES, CONTRACT_FACTS } from '#tests/support/forms/contract-facts.ts';
import { signedCopyDocument, type AcceptedText, type SignedContractFacts } from './signed-copy.ts';

const AT = new Date('2026-04-10T14:00:00Z');
const HASH = 'a'.repeat(64);

const aText = (changes: Partial<AcceptedText> = {}): AcceptedText => ({
  kind: 'contract',
  html: '<p>The contract.</p>',
  text_hash: HASH,
  is_named: true,
  placed_by: null,
  accepted_at: AT,
  ip: '192.0.2.7',
  user_agent: 'Firefox 140',
  later: null,
  account: null,
  ...changes,
});
const LATER = {
  pay_on: plainDate('2026-10-01'),
  amount_cents: cents(215_000),
  surcharge_cents: cents(6_450),
  by: 'checkout' as const,
  price_key: 'paymentTypeCreditCard' as const,
  method: 'Visa ****4242',
};
const PRICE = {
  lines: CARD_LINES,
  due_today_cents: cents(288_400),
  later: [LATER],
  year_total_cents: cents(509_850),
};

const facts = (changes: Partial<SignedContractFacts> = {}): SignedContractFacts => ({
  ...CONTRACT_FACTS,
  order_id: 7001,
  edition: 1,
  contract_number: '27-HM-000001-T',
  signed_on: plainDate('2026-04-10'),
  paid_by: 'paymentTypeCreditCard',
  price: PRICE,
  texts: [aText()],
  time_zone: 'America/New_York',
  verify_link: 'https://bus.example/verify-contract',
  ...changes,
});
const under = (heading: string, changes: Partial<SignedContractFacts> = {}) =>
  wordsUnder(signedCopyDocument(facts(changes)), heading);

describe('the signed copy of a contract', () => {
  it('has its parts in the order in which they are read', () => {
    const texts = [aText(), aText({ kind: 'ach' }), aText({ kind: 'surge' })];
    expect(headingsOf(signedCopyDocument(facts({ texts })))).toEqual([
      'Parties',
      'Student and route',
      'Price',
      'Payment schedule',
      'Contract text',
      'ACH terms',
      'Surge pricing agreement',
      'Acceptance',
    ]);
  });

  it('comes from the company of the division, in the color of the school', () => {
    expect(signedCopyDocument(facts())).toMatchObject({
      author: 'Harborline School Bus, Inc.',
      letterhead: {
        name: 'Harborline School Bus, Inc.',
        lines: ['1250 Harbor Yard Road, Bronx, NY 10474', '718-555-0100'],
      },
      tag: 'Hillmark',
      color: '#8a1538',
      subject: 'Contract 27-HM-000001-T',
      foot: 'Contract 27-HM-000001-T',
      dated: new Date('2026-04-10T12:00:00Z'),
    });
  });

  it('names both sides, and each guardian', () => {
    expect(under('Parties')).toEqual([
      'Contract number: 27-HM-000001-T',
      'Order number: 7001',
      'Company: Harborline School Bus, Inc.',
      'Parent or guardian: “Ada Test”, ada@example.com',
      'Student’s guardians: “Ada Test”, “Cy Test”',
    ]);
  });

  it('leaves out what was not chosen', () => {
    const bare = { grade: null, addons: [], pickup: null, special_request: null, guardians: [] };
    expect(under('Student and route', bare).map((line) => line.split(':')[0])).toEqual([
      'Student',
      'Address',
      'School',
      'Program',
      'School year',
      'Route',
    ]);
    expect(under('Parties', bare).join()).not.toContain('guardians');
  });

  it('has the price line by line, with its total and the total of the year', () => {
    expect(under('Price')).toEqual([
      'Payment term: Two payments',
      'Two payments, deposit | $2,200.00',
      'Late bus | $600.00',
      'Card fee | $84.00',
      'Due at signing | $2,884.00',
      'Total for the year, including the fees listed here: $5,098.50',
    ]);
  });

  it('shows what aid and discount take off, with a minus at the amount', () => {
    const lines = [...CARD_LINES, { text: 'Second child', amount_cents: cents(-25_000) }];
    expect(under('Price', { price: { ...PRICE, lines } })).toContain('Second child | -$250.00');
    const aid = { code: 'HM-AID-27', amount: cents(200_001) };
    expect(under('Price', { aid })).toContain(
      'Financial aid: $2,000.01 in total for the year, code HM-AID-27',
    );
  });
});

describe('the payment schedule of a signed contract', () => {
  const first = (changes: Partial<SignedContractFacts>) => under('Payment schedule', changes)[0];
  const later = (changes: Partial<typeof LATER> | object) =>
    under('Payment schedule', { price: { ...PRICE, later: [{ ...LATER, ...changes }] } })[1];

  it.each([
    ['paymentTypeCreditCard', 'credit card'],
    ['debit_card', 'debit card'],
    ['paymentTypeAch', 'bank debit (ACH)'],
    ['card_at_2000', 'credit card with a card fee of up to 2%'],
    ['card_at_2500', 'credit card with a card fee of up to 2.5%'],
    ['card_at_0', 'credit card without card fee'],
    ['paymentTypeCheck', 'check'],
    ['paymentTypeCash', 'cash'],
  ] as const)('says what was paid with: %s', (paid_by, method) => {
    expect(first({ paid_by })).toBe(`Fri 04/10/2026, at signing | Paid by ${method} | $2,884.00`);
  });

  it('says that nothing was due', () => {
    const price = { ...PRICE, due_today_cents: cents(0) };
    expect(first({ paid_by: 'paymentTypeNone', price })).toBe(
      'Fri 04/10/2026, at signing | Nothing was due | $0.00',
    );
  });

  it('names the account that the debit terms speak of', () => {
    const texts = [aText(), aText({ kind: 'ach', account: '****6789' })];
    expect(first({ paid_by: 'paymentTypeAch', texts })).toContain(
      'Paid by bank debit (ACH) from account ****6789',
    );
  });

  it('says on which day which method is charged how much, the fee in the sum', () => {
    expect(later({})).toBe(
      'Thu 10/01/2026 | Charged on this day to Visa ****4242: $2,150.00 and the card fee of ' +
        '$64.50 | $2,214.50',
    );
    expect(later({ surcharge_cents: cents(0), method: 'Bank ****6789' })).toBe(
      'Thu 10/01/2026 | Charged on this day to Bank ****6789 | $2,150.00',
    );
    expect(later({ surcharge_cents: cents(0), method: null })).toContain('to another method');
  });

  it('of an older contract names no method, and prints the fee beside the sum', () => {
    const older = { by: null, price_key: null, method: null };
    expect(later(older)).toBe(
      'Thu 10/01/2026 | Charged to the payment method on file on this day; plus $64.50 if that ' +
        'is a card | $2,150.00',
    );
    expect(later({ ...older, surcharge_cents: cents(0) })).toContain(
      'Charged to the payment method on file on this day | $2,150.00',
    );
  });

  it('has a stop for each payment, and the first one alone is passed', () => {
    const many = Array.from({ length: 3 }, (_, n) => ({
      ...LATER,
      pay_on: plainDate(`2026-1${n}-15`),
    }));
    const { blocks } = signedCopyDocument(facts({ price: { ...PRICE, later: many } }));
    const line = blocks.find((block) => block.k === 'line');
    expect(line!.stops.map(({ isPassed }) => isPassed)).toEqual([true, false, false, false]);
  });
});

describe('the evidence on a signed contract', () => {
  const evidence = (...texts: AcceptedText[]) => under('Acceptance', { texts });

  it('says who accepted which text when and from where, in the time of the company', () => {
    expect(evidence(aText())).toEqual([
      'Ada Test (ada@example.com) accepted each of these texts online, word for word as printed above.',
      'Accepted text: Contract text',
      'Accepted on: 04/10/2026 10:00 AM (America/New_York, UTC-04:00)',
      'IP address: 192.0.2.7',
      'Browser: Firefox 140',
      `SHA-256 hash of the text: ${HASH}`,
      expect.stringContaining('https://bus.example/verify-contract'),
    ]);
  });

  it('tells the two hours of the night in which clocks go back from each other', () => {
    const [first, second] = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) => new Date(at));
    const later = { accepted_at: second!, ip: '198.51.100.4', user_agent: 'Safari' };
    const lines = evidence(aText({ accepted_at: first!, placed_by: 'Dana Cole', later }));
    expect(lines.filter((line) => line.includes('1:30 AM'))).toEqual([
      'Signed on: 11/01/2026 1:30 AM (America/New_York, UTC-04:00)',
      'Accepted by the parent on: 11/01/2026 1:30 AM (America/New_York, UTC-05:00)',
    ]);
  });

  it('has no offset where it is printed as it was before times had one', () => {
    const document = signedCopyDocument(facts(), { has_offsets: false, has_quotes: false });
    expect(wordsUnder(document, 'Acceptance')).toContain(
      'Accepted on: 04/10/2026 10:00 AM (America/New_York)',
    );
  });

  /** @shows H10.1 */
  it('does not say that a text was accepted where the client named none', () => {
    const lines = evidence(aText({ is_named: false }), aText({ kind: 'ach', account: '****6789' }));
    expect(lines[0]).toContain('the order as submitted named none of them');
    expect(lines[1]).toBe('Text in force: Contract text');
    expect(lines[2]).toMatch(/^Signed on: /);
    expect(lines).toContain('Accepted text: ACH terms');
    expect(lines).toContain('Account to be debited: ****6789');
  });

  /** @shows H10.2 */
  it('names staff who placed the order, until the family has accepted every text itself', () => {
    const placed = aText({ placed_by: 'Dana Cole' });
    const later = { accepted_at: new Date('2026-04-12T16:30:00Z'), ip: '198.51.100.4', user_agent: 'Safari' };
    const lines = evidence(placed, { ...placed, kind: 'surge', later });
    expect(lines[0]).toMatch(/^Dana Cole, a member of our staff, placed this order/);
    expect(lines[0]).toContain('the family did not accept them itself');
    expect(lines.filter((line) => line === 'Placed by: Dana Cole')).toHaveLength(2);
    const accepted = evidence({ ...placed, later });
    expect(accepted[0]).toContain(
      'then read these texts online, as printed above, and accepted each of them',
    );
    expect(accepted.filter((line) => line.startsWith('Accepted by the parent on'))).toEqual([
      'Accepted by the parent on: 04/12/2026 12:30 PM (America/New_York, UTC-04:00)',
    ]);
    expect(accepted).toContain('IP address: 198.51.100.4');
  });
});

describe('a signed contract on paper', () => {
  let renderer: PdfRenderer & { close(): Promise<void> };
  beforeAll(() => void (renderer = openPdfRenderer()));
  afterAll(() => renderer.close());
  const paper = async (changes: Partial<SignedContractFacts>) =>
    readPdf(await renderer.print(signedCopyDocument(facts(changes))));

  it('says every word of it, names of any script and length too, over all its pages', async () => {
    const html = Array.from({ length: 120 }, (_, n) => `<p>Clause ${n + 1} of the contract.</p>`).join('');
    const changes = {
      student: { ...CONTRACT_FACTS.student, first_name: 'Nguyễn Thị Ánh', last_name: 'Иванова 王小明' },
      guardians: ['Zoë Müller-Łukasiewicz', 'Bartholomew '.repeat(20).trim()],
      texts: [aText({ html })],
    };
    const { text, pages, pageTexts } = await paper(changes);
    const flat = (line: string) => line.normalize('NFC').replaceAll(/\s+/g, '');
    const words = wordsOf(signedCopyDocument(facts(changes))).filter((line) => !line.startsWith('<'));
    // Lines are broken where they are too long; the words between label and value stay.
    const parts = words.flatMap((line) => line.split(/ \| |(?<=^[^:]{3,30}): /));
    expect(parts.filter((part) => !flat(text).includes(flat(part)))).toEqual([]);
    for (let n = 1; n <= 120; n += 1) expect(text).toContain(`Clause ${n} of the contract.`);
    expect(pages).toBeGreaterThan(2);
    for (const [at, page] of pageTexts.entries()) {
      expect(page).toContain('Contract 27-HM-000001-T');
      expect(page).toContain(`Page ${at + 1} of ${pages}`);
    }
  });
});
