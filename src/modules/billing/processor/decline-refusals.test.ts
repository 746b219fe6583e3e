import { describe, expect, it } from 'vitest';
import type { DeclineCode } from '#platform/payments/gateway.ts';
import { refusalOfDecline } from './decline-refusals.ts';

const CASES: [DeclineCode, string, number][] = [
  ['declined', 'card_declined', 402],
  ['insufficient_funds', 'card_insufficient_funds', 402],
  ['expired', 'card_expired', 402],
  ['wrong_code', 'card_wrong_code', 402],
  ['processing_error', 'processing_error', 402],
  ['invalid_number', 'number_invalid', 422],
  ['sandbox_numbers_only', 'sandbox_numbers_only', 422],
];

describe('what a family reads when the processor refuses', () => {
  it.each(CASES)('%s is the refusal %s, status %i', (code, name, status) => {
    const { kind } = refusalOfDecline(code);
    expect([kind.code, kind.status]).toEqual([name, status]);
  });

  it('is a sentence of its own for each reason', () => {
    const sentences = CASES.map(([code]) => refusalOfDecline(code).sentences.join());
    expect(new Set(sentences).size).toBe(CASES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });

  it('counts as a refused card only where a bank said no: a mistyped number is not counted (PM)', () => {
    const counted = CASES.filter(([code]) => refusalOfDecline(code).kind.status === 402).map(
      ([code]) => code,
    );
    expect(counted).toEqual(['declined', 'insufficient_funds', 'expired', 'wrong_code', 'processing_error']);
  });
});
