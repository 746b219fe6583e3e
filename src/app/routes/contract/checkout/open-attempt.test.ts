import { describe, expect, it } from 'vitest';
import { safeStorage } from '#app/api/storage.ts';
import { emptyDraft } from '#app/routes/contract/wizard/draft.ts';
import { findAttempt, forgetAttempt, isOfDraft, rememberAttempt } from './open-attempt.ts';

const storage = () =>
  safeStorage(() => {
    throw new Error('this browser keeps nothing');
  });

const NOON = Date.UTC(2026, 7, 3, 16);
const attempt = { key: 'k1', user_id: 7, school: 'hm', student_id: 3, route_id: 9, sent_at: NOON };
const mine = { user_id: 7, school: 'hm' };

describe('an order whose outcome this browser does not know', () => {
  /** @shows MB15.1 */
  it('is found again by its own payer at its own school, for an hour', () => {
    const kept = storage();
    rememberAttempt(attempt, kept);
    expect(findAttempt(mine, NOON + 59 * 60_000, kept)).toEqual(attempt);
    expect(findAttempt(mine, NOON + 60 * 60_000, kept)).toBeUndefined();
    expect(findAttempt({ ...mine, user_id: 8 }, NOON, kept)).toBeUndefined();
    expect(findAttempt({ ...mine, school: 'rcs' }, NOON, kept)).toBeUndefined();
  });

  it('is forgotten by its own key only', () => {
    const kept = storage();
    rememberAttempt(attempt, kept);
    forgetAttempt('k2', kept);
    expect(findAttempt(mine, NOON, kept)).toEqual(attempt);
    forgetAttempt('k1', kept);
    expect(findAttempt(mine, NOON, kept)).toBeUndefined();
  });

  it('that cannot be read is none', () => {
    const kept = storage();
    kept.setItem('checkout_attempt', '{"key":1');
    expect(findAttempt(mine, NOON, kept)).toBeUndefined();
  });
});

describe('the purchase of a draft', () => {
  const draftOf = (student: number | null, route: number | null, first_name = 'Mia') => {
    const { student: blank, program, ...draft } = emptyDraft();
    return { ...draft, student: { ...blank, id: student, first_name }, program: { ...program, route } };
  };

  it.each([
    ['its student and route', draftOf(3, 9), true],
    ['nothing yet', draftOf(null, null, ''), true],
    ['another route', draftOf(3, 8), false],
    ['another student', draftOf(4, 9), false],
    ['a student who is being typed', draftOf(null, 9), false],
  ])('with %s', (_, draft, expected) => {
    expect(isOfDraft(draft, attempt)).toBe(expected);
  });
});
