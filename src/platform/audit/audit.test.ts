import { expect, it } from 'vitest';
import { changedFields } from './audit.ts';

/** @shows HE2.1 */
it('both sides have the fields that differ, and no others', () => {
  const before = { amount_cents: 500, pay_on: '2026-10-10', status: 'failed' };
  expect(changedFields(before, { amount_cents: 400, status: 'failed', next_try_on: '2026-10-12' })).toEqual({
    before: { amount_cents: 500, next_try_on: null },
    after: { amount_cents: 400, next_try_on: '2026-10-12' },
  });
});
