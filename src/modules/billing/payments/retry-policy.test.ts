import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { exampleDay } from '#tests/support/billing/prices.ts';
import { tried } from '#tests/support/billing/tried.ts';
import { mayDebitAgain, nextRetryOn, type FailedAttempt } from './retry-policy.ts';

const page = readFileSync(new URL('../../../../docs/domain/retries.md', import.meta.url), 'utf8');
const columns = ['case', 'ended', 'why', 'next', 'tries', 'tried on', 'heard on', 'tried again'] as const;
const examples = readTable(page, 'The worked examples', columns);

/** @shows MC14.2 */
describe('the worked examples of docs/domain/retries.md', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(25);
  });

  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    const failed: FailedAttempt = {
      ended: row.ended.replace('debit ', '') as FailedAttempt['ended'],
      kind: row.ended === 'returned' || row.ended === 'debit declined' ? 'bank' : 'card',
      next: row.next === 'none' ? null : (row.next as FailedAttempt['next']),
      code: row.why === 'none' ? null : row.why,
      attempts: Number(row.tries),
      tried_on: exampleDay(row['tried on']),
      heard_on: exampleDay(row['heard on']),
    };
    expect(nextRetryOn(failed)).toBe(row['tried again'] === 'none' ? null : exampleDay(row['tried again']));
  });
});

const back = (code: string) => tried('returned', code);

describe('an account that becomes the default once more', () => {
  it('is debited again when it was never debited, or only lacked funds', () => {
    expect([mayDebitAgain([]), mayDebitAgain([back('R01'), back('R09')])]).toEqual([true, true]);
  });
  it('is not debited a fourth time', () =>
    expect(mayDebitAgain([back('R01'), back('R01'), back('R01')])).toBe(false));
  it('is not debited once its bank has said no for good', () =>
    expect(mayDebitAgain([back('R10')])).toBe(false));

  /** @shows S16.4 */
  it('is not debited a fourth time when one of three was refused at once', () => {
    const refused = tried('declined', 'insufficient_funds', { kind: 'bank' });
    expect(mayDebitAgain([back('R01'), refused])).toBe(true);
    expect(mayDebitAgain([back('R01'), refused, back('R09')])).toBe(false);
    expect(mayDebitAgain([tried('declined', 'account_unusable', { kind: 'bank' })])).toBe(false);
  });
});
