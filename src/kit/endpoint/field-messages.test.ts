import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from './field-messages.ts';

const shape = z.object({
  amount_cents: z.number().min(100).max(100_000).nullable(),
  contracts: z.number().min(100).max(100_000),
});

function sentencesOf(body: unknown): Record<string, string[]> {
  const { error } = shape.safeParse(body, { reportInput: true });
  return fieldErrorsOf(error?.issues ?? []);
}

/** @shows MC15.2 */
describe('the limit of a number', () => {
  it.each([
    [99, 'must be $1.00 or more', 'must be 100 or more'],
    [100_001, 'must be $1,000.00 or less', 'must be 100000 or less'],
  ])('is told in dollars for an amount in cents, and else as it is: %i', (n, ofAmount, ofCount) => {
    expect(sentencesOf({ amount_cents: n, contracts: n })).toEqual({
      amount_cents: [expect.stringContaining(ofAmount)],
      contracts: [expect.stringContaining(ofCount)],
    });
  });
});
