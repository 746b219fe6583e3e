import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { REQUEST_STATES } from '#modules/orders/request.states.ts';
import {
  bankFeeText,
  blockReasonText,
  htmlOf,
  reassignText,
  refundStateText,
  refundText,
} from './request-texts.ts';

const window = { is_offered: true, is_open: true, cutoff: plainDate('2021-07-10') };
const REASONS = ['made', 'inactive', 'closed', 'not_offered', 'over', 'unpaid'] as const;

describe('why a family cannot ask, in words (R1)', () => {
  it.each([
    ['made', 'A refund has already been requested for this order.'],
    ['inactive', 'This order is no longer active.'],
    ['closed', 'Refund requests are closed for this school year.'],
    ['not_offered', 'Refunds are not offered for this school year.'],
    ['over', 'The last day to request a refund was 07/10/2021.'],
    ['unpaid', 'No payment has been made for this order yet.'],
  ] as const)('for a refund that is %s: %s', (reason, sentence) => {
    expect(blockReasonText('refund', reason, window)).toBe(sentence);
  });

  it('is said of an approval in its own words', () => {
    expect(blockReasonText('reassign', 'made', window)).toBe(
      'The reassignment of this order has already been approved.',
    );
    expect(blockReasonText('reassign', 'over', window)).toBe(
      'The last day to approve a reassignment was 07/10/2021.',
    );
    expect(REASONS.map((reason) => blockReasonText('reassign', reason, window)).join()).not.toMatch(
      /refund/i,
    );
  });

  it('is a whole sentence in every case, also where no last day is set', () => {
    for (const kind of ['refund', 'reassign'] as const)
      for (const reason of REASONS)
        expect(blockReasonText(kind, reason, { ...window, cutoff: null })).toMatch(/^[A-Z].+\.$/);
  });
});

describe('the text that a refund is asked for with (R2)', () => {
  it('waives claims where a check is chosen, and speaks of no check where the driver fund is', () => {
    expect(refundText(0)).toMatchObject({ title: 'Send a check to my home address' });
    expect(refundText(0).paragraphs.join()).toContain('I waive every other claim');
    expect(refundText(1)).toMatchObject({ title: 'Defer my refund to the driver fund' });
    expect(refundText(1).paragraphs.join()).not.toContain('check');
  });
});

describe('the text of a reassignment (R3)', () => {
  const about = {
    contract_number: '27-HM-000001-K',
    program: 'Lower School',
    period: '2027–2028 school year',
    company: 'Seaway Coaches',
  };

  /** @shows MB20.16 */
  it('names the contract, the program, the period and the company that takes it over', () => {
    const { title, paragraphs } = reassignText(about);
    expect(title).toBe('Amendment and novation of contract 27-HM-000001-K');
    expect(paragraphs[0]).toContain('27-HM-000001-K (Lower School, 2027–2028 school year)');
    for (const part of paragraphs.slice(0, 3)) expect(part).toContain('Seaway Coaches');
    expect(paragraphs).toHaveLength(5);
  });

  it('reads without a number where none was issued', () => {
    const { title, paragraphs } = reassignText({ ...about, contract_number: null });
    expect([title, ...paragraphs].join()).not.toMatch(/null|undefined/);
  });
});

describe('where a refund request stands, in words', () => {
  it('is different in every state', () => {
    const words = REQUEST_STATES.map(refundStateText);
    expect(words).toEqual(['Requested', 'In review', 'Refund in progress', 'Completed', 'Declined']);
  });
});

describe('a text as it is kept', () => {
  it('is a heading and its paragraphs', () => {
    expect(htmlOf({ title: 'A title', paragraphs: ['One.', 'Two.'] })).toBe(
      '<h2>A title</h2><p>One.</p><p>Two.</p>',
    );
  });

  it('has nothing in it that can run, whatever names it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (title, paragraphs) => {
        const inside = htmlOf({ title, paragraphs }).replaceAll(/<\/?(?:h2|p)>/g, '');
        expect(inside).not.toMatch(/[<>]/);
      }),
    );
    expect(htmlOf({ title: '<script>', paragraphs: ['a & b'] })).toBe(
      '<h2>&lt;script&gt;</h2><p>a &amp; b</p>',
    );
  });

  it('is the same for the same words, so that its hash is too', () => {
    expect(htmlOf(refundText(0))).toBe(htmlOf(refundText(0)));
    expect(htmlOf(refundText(0))).not.toBe(htmlOf(refundText(1)));
  });
});

/** @shows MB14.1 */
it.each([
  [[], 'without a fee'],
  [[['paymentTypeCreditCard', null, 3]], 'without a fee'],
  [[['paymentTypeAch', 2.5, null]], 'with a fee of $2.50 for each payment'],
  [[['paymentTypeAch', null, 1.5]], 'with a fee of 1.5% of each payment'],
  [
    [
      ['paymentTypeAch', 2.5, null],
      ['paymentTypeAch', null, 1],
    ],
    'with a fee of $2.50 and 1% of each payment',
  ],
] as const)('the fee of a bank payment by the rules %j reads: %s', (rules, text) => {
  const surcharges = rules.map(([key, amount_flat, amount_percentage]) => ({
    payment_type: { key },
    amount_flat,
    amount_percentage,
  }));
  expect(bankFeeText(surcharges)).toBe(text);
});
