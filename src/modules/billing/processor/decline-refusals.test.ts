import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addBusinessDays } from '#kit/business-days.ts';
import { plainDate } from '#kit/plain-date.ts';
import { nextRetryOn } from '#modules/billing/payments/retry-policy.ts';
import { declineOf } from '#platform/payments/stripe/words.ts';
import { exampleDay } from '#tests/support/billing/prices.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
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
  ['authentication_required', 'card_needs_confirmation', 402],
  ['account_unusable', 'account_unusable', 402],
  ['method_gone', 'method_gone', 402],
  ['over_limit', 'charge_over_limit', 402],
  ['company_limit', 'payment_over_company_limit', 402],
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
    expect(CASES.map(([code]) => code).filter((code) => !counted.includes(code))).toEqual([
      'invalid_number',
      'sandbox_numbers_only',
    ]);
  });

  it('says nothing of loss, theft or fraud', () => {
    expect(refusalOfDecline('blocked').sentences).toEqual(refusalOfDecline('declined').sentences);
  });
});

const page = readFileSync(new URL('../../../../docs/domain/retries.md', import.meta.url), 'utf8');
const columns = ['code', 'ours', 'next', 'the family reads', 'tried again'] as const;
const refusals = readTable(page, 'Refusals by code', columns);
const FIRST = plainDate('2026-10-01');

describe('each refusal of docs/domain/retries.md', () => {
  it('is there', () => {
    expect(refusals).toHaveLength(29);
  });

  /** @shows S16.2 */
  it.each(refusals.map((row) => [row.code, row] as const))('%s', (said, row) => {
    const { code, next } = declineOf({ code: said });
    const { code: read } = refusalOfDecline(code).kind;
    const failed = { ended: 'declined', code, next, kind: 'card', attempts: 1 } as const;
    const planned = nextRetryOn({ ...failed, tried_on: FIRST, heard_on: FIRST });
    // A limit of the company is no attempt of the family, and no plan of retries follows (MS2).
    const again = code === 'company_limit' ? addBusinessDays(FIRST, 1) : planned;
    const day = row['tried again'] === 'none' ? null : exampleDay(row['tried again']);
    expect([code, next, read, again]).toEqual([row.ours, row.next, row['the family reads'], day]);
  });

  it.each(refusals.map((row) => [row.code, row] as const))('%s as a decline code too', (said, row) => {
    const { code, next } = declineOf({ code: 'card_declined', decline_code: said });
    expect([code, next]).toEqual([row.ours, row.next]);
  });
});
