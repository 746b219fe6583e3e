import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { CHECKED, countCodeAttempt, countingGuesses } from './code-attempts.service.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const clock = testClock();
let viewer: Viewer;
let lastUser = 0;
beforeEach(() => void (viewer = viewerOf((lastUser += 1), FAMILY)));

const deps = () => ({ db: database.db, clock });
const outcomeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );
const many = async (count: number, act: () => Promise<unknown>) => {
  const outcomes: string[] = [];
  for (let at = 0; at < count; at++) outcomes.push(await outcomeOf(act()));
  return outcomes;
};

describe('checking a code by itself (A5, B2)', () => {
  const check = () => countCodeAttempt(deps(), CHECKED.aid_code, viewer);

  it('may be done ten times an hour, and the eleventh waits', async () => {
    const outcomes = await many(11, check);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'done'), 'too_many_attempts']);
  });

  it('says how long to wait', async () => {
    await many(10, check);
    const refusal = await check().then(
      () => undefined,
      (error: Refusal) => error,
    );
    expect(refusal?.extras.retry_after_s).toBeGreaterThan(0);
    expect(refusal?.extras.retry_after_s).toBeLessThanOrEqual(3_600);
  });

  it('may be done again after the hour', async () => {
    await many(11, check);
    clock.advanceMs(3_600_001);
    expect(await outcomeOf(check())).toBe('done');
  });

  it('counts each family by itself, and numbers apart from codes', async () => {
    await many(11, check);
    const other = { ...viewer, user_id: (lastUser += 1) };
    expect(await outcomeOf(countCodeAttempt(deps(), CHECKED.aid_code, other))).toBe('done');
    expect(await outcomeOf(countCodeAttempt(deps(), CHECKED.sibling_number, viewer))).toBe('done');
  });

  it('at the same moment is counted each time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(check())));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
  });
});

describe('guessing a code through a quote or an order', () => {
  const withCode = { contract: { route_discounts: [] }, financial_aid: { code: 'X' } };
  const withNumber = { contract: { route_discounts: [{}] } };
  const withNeither = { contract: { route_discounts: [] } };
  const wrong = async () => Promise.reject(new Refusal(orderRefusals.aid_code_invalid));
  const guess = (body: Parameters<typeof countingGuesses>[2], work: () => Promise<unknown>) => () =>
    countingGuesses(deps(), viewer, body, work);

  it('is refused after ten wrong ones, also when the eleventh is right', async () => {
    const outcomes = await many(10, guess(withCode, wrong));
    expect(new Set(outcomes)).toEqual(new Set(['aid_code_invalid']));
    expect(await outcomeOf(guess(withCode, async () => 'right')())).toBe('too_many_attempts');
  });

  /** @shows H7.1 */
  it('gets ten answers, also when a hundred come at once', async () => {
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return wrong();
    };
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => outcomeOf(guess(withCode, slowly)())),
    );
    expect(outcomes.filter((outcome) => outcome === 'aid_code_invalid')).toHaveLength(10);
  });

  it('does not count right ones: a form asks again with every change', async () => {
    expect(
      new Set(
        await many(
          15,
          guess(withCode, async () => 'right'),
        ),
      ),
    ).toEqual(new Set(['done']));
  });

  it('counts wrong sibling numbers with wrong codes', async () => {
    const wrongNumber = async () => Promise.reject(new Refusal(orderRefusals.sibling_number_invalid));
    await many(5, guess(withCode, wrong));
    await many(5, guess(withNumber, wrongNumber));
    expect(await outcomeOf(guess(withNumber, async () => 'right')())).toBe('too_many_attempts');
  });

  it('does not count what is refused for another reason', async () => {
    const full = async () => Promise.reject(new Refusal(orderRefusals.route_full));
    expect(new Set(await many(12, guess(withCode, full)))).toEqual(new Set(['route_full']));
  });

  it('never keeps a body waiting that has neither code nor number', async () => {
    await many(10, guess(withCode, wrong));
    expect(await outcomeOf(guess(withNeither, async () => 'done')())).toBe('done');
  });

  it('gives back what the work gives', async () => {
    expect(await guess(withCode, async () => 42)()).toBe(42);
  });
});
