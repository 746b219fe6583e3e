import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { exampleDay } from '#tests/support/billing/prices.ts';
import { mayDebitAgain, nextRetryOn, type FailedAttempt } from './retry-policy.ts';

const page = readFileSync(new URL('../../../../docs/domain/retries.md', import.meta.url), 'utf8');
const columns = ['case', 'ended', 'why', 'tries', 'tried on', 'heard on', 'tried again'] as const;
const examples = readTable(page, 'The worked examples', columns);

describe('the worked examples of docs/domain/retries.md', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(19);
  });

  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    const failed: FailedAttempt = {
      ended: row.ended as FailedAttempt['ended'],
      code: row.why === 'none' ? null : row.why,
      attempts: Number(row.tries),
      tried_on: exampleDay(row['tried on']),
      heard_on: exampleDay(row['heard on']),
    };
    expect(nextRetryOn(failed)).toBe(row['tried again'] === 'none' ? null : exampleDay(row['tried again']));
  });
});

describe('an account that becomes the default once more', () => {
  it('is debited again when it was never debited, or only lacked funds', () => {
    expect([mayDebitAgain([]), mayDebitAgain([{ code: 'R01' }, { code: 'R09' }])]).toEqual([true, true]);
  });
  it('is not debited a fourth time', () =>
    expect(mayDebitAgain([{ code: 'R01' }, { code: 'R01' }, { code: 'R01' }])).toBe(false));
  it('is not debited once its bank has said no for good', () =>
    expect(mayDebitAgain([{ code: 'R10' }])).toBe(false));
});
