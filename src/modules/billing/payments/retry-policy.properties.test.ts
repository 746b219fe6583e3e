import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { tried } from '#tests/support/billing/tried.ts';
import {
  isRevocation,
  isWorthRepeating,
  mayDebitAgain,
  mayRetry,
  nextRetryOn,
  type FailedAttempt,
} from './retry-policy.ts';

const START = plainDate('2026-10-01');
const SOFT = ['insufficient_funds', 'processing_error'];
const HARD = ['declined', 'expired', 'wrong_code'];
const RETURNS = ['R01', 'R02', 'R03', 'R05', 'R07', 'R09', 'R10', 'R29'];

const failed: fc.Arbitrary<FailedAttempt> = fc
  .record({
    kind: fc.constantFrom('declined' as const, 'not_found' as const, 'returned' as const),
    card: fc.constantFrom(...SOFT, ...HARD),
    bank: fc.constantFrom(...RETURNS),
    attempts: fc.integer({ min: 1, max: 8 }),
    tried: fc.nat({ max: 700 }),
    heardAfter: fc.nat({ max: 30 }),
  })
  .map(({ kind, card, bank, attempts, tried, heardAfter }) => ({
    ended: kind,
    kind: kind === 'returned' ? ('bank' as const) : ('card' as const),
    code: kind === 'not_found' ? null : kind === 'returned' ? bank : card,
    next: kind === 'not_found' ? null : SOFT.includes(card) ? ('later' as const) : ('new_method' as const),
    attempts,
    tried_on: addDays(START, tried),
    heard_on: addDays(START, tried + heardAfter),
  }));

describe('the next try of any payment that failed (M7)', () => {
  it('is never before the day on which the portal heard of the failure', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        const day = nextRetryOn(attempt);
        if (day !== null) expect(day >= attempt.heard_on).toBe(true);
      }),
    );
  });

  it('does not come after a hard decline or a final return', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        fc.pre(!isWorthRepeating(attempt));
        expect(nextRetryOn(attempt)).toBeNull();
      }),
    );
  });

  it('does not come after four tries of a card, nor after three debits', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        const most = attempt.ended === 'returned' ? 3 : 4;
        if (attempt.attempts >= most) expect(nextRetryOn(attempt)).toBeNull();
      }),
    );
  });

  it('comes while tries are left and the method may do better', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        const most = attempt.ended === 'returned' ? 3 : 4;
        fc.pre(isWorthRepeating(attempt) && attempt.attempts < most);
        expect(nextRetryOn(attempt)).not.toBeNull();
      }),
    );
  });

  it('of a debit is within the month, and of a card within the week', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        const day = nextRetryOn(attempt);
        fc.pre(day !== null);
        expect(day! <= addDays(attempt.heard_on, attempt.ended === 'returned' ? 31 : 7)).toBe(true);
      }),
    );
  });

  it('that is the third debit falls on a 1st or a 15th', () => {
    fc.assert(
      fc.property(failed, (attempt) => {
        const back = { ended: 'returned' as const, kind: 'bank' as const, code: 'R01' };
        const second = { ...attempt, ...back, attempts: 2 };
        expect(nextRetryOn(second)).toMatch(/-(01|15)$/);
      }),
    );
  });
});

describe('a bank’s word that its customer did not agree (reliability 3.2)', () => {
  it('is R05, R07, R10 or R29, and only from a bank', () => {
    const revoked = RETURNS.filter((code) => isRevocation({ ended: 'returned', code }));
    expect(revoked).toEqual(['R05', 'R07', 'R10', 'R29']);
    for (const code of revoked) expect(isRevocation({ ended: 'declined', code })).toBe(false);
    expect(isRevocation({ ended: 'returned', code: null })).toBe(false);
  });

  it('is never worth another debit', () => {
    for (const code of ['R05', 'R07', 'R10', 'R29']) {
      expect(isWorthRepeating({ ended: 'returned', code, next: 'later' })).toBe(false);
      expect(mayDebitAgain([tried('returned', code)])).toBe(false);
    }
  });
});

const attempt = fc
  .tuple(fc.constantFrom('declined', 'not_found', 'returned', 'succeeded'), fc.constantFrom(...SOFT, ...HARD))
  .map(([state, code]) => tried(state, state === 'returned' ? 'R01' : state === 'declined' ? code : null));

describe('another try by hand or on another day', () => {
  it('is open to a method that was never tried', () => {
    expect(mayRetry([])).toBe(true);
  });

  it('is open up to the fourth try of a card', () => {
    const soft = (count: number) => Array.from({ length: count }, () => tried('declined', SOFT[0]!));
    expect([1, 2, 3, 4, 5].map((count) => mayRetry(soft(count)))).toEqual([true, true, true, false, false]);
  });

  it('once closed is not opened by more tries', () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 8 }), attempt, (past, another) => {
        if (!mayRetry(past)) expect(mayRetry([...past, another])).toBe(false);
      }),
    );
  });

  it('does not depend on the order of the tries', () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 8 }), (past) => {
        expect(mayRetry(past.toReversed())).toBe(mayRetry(past));
      }),
    );
  });

  it('is closed by one hard decline, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 3 }), fc.constantFrom(...HARD), (past, code) => {
        expect(mayRetry([...past, tried('declined', code)])).toBe(false);
      }),
    );
  });
});
