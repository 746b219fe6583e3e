import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerToRepeat, REPEAT_WINDOW_MS } from './repeated-request.ts';

const CREATED = new Date('2026-04-10T14:00:00Z');
const SECOND = 1_000;
const DAY = 86_400_000;
const after = (ms: number) => new Date(CREATED.getTime() + ms);

type Earlier = Parameters<typeof answerToRepeat>[0];
const anOrder = (changes: Partial<Earlier> = {}): Earlier => ({
  user_id: 1,
  status: 'active',
  request_hash: 'same',
  created_at: CREATED,
  activated_at: after(2 * SECOND),
  ...changes,
});
const same = { user_id: 1, request_hash: 'same' };

describe('the same press again (O3)', () => {
  it('has its answer up to a minute after its success, and then is told of the order', () => {
    const at = (ms: number) => answerToRepeat(anOrder(), same, after(2 * SECOND + ms));
    expect([at(0), at(REPEAT_WINDOW_MS), at(REPEAT_WINDOW_MS + 1)]).toEqual([
      'its_answer',
      'its_answer',
      'order_exists',
    ]);
  });

  it('has its answer for a day where the family was told to wait (O10)', () => {
    const late = anOrder({ activated_at: after(45 * SECOND + 1) });
    const at = (ms: number) => answerToRepeat(late, same, after(45 * SECOND + 1 + ms));
    expect([at(DAY), at(DAY + 1)]).toEqual(['its_answer', 'order_exists']);
  });

  it('was not told to wait where the answer came within 45 seconds', () => {
    const inTime = anOrder({ activated_at: after(45 * SECOND) });
    expect(answerToRepeat(inTime, same, after(45 * SECOND + REPEAT_WINDOW_MS + 1))).toBe('order_exists');
  });

  it('waits for its answer while the order is being paid, however long', () => {
    const pending = anOrder({ status: 'pending_payment', activated_at: null });
    expect(answerToRepeat(pending, same, after(30 * DAY))).toBe('its_answer');
  });
});

const requests = fc.record({
  user_id: fc.constantFrom(1, 2),
  request_hash: fc.constantFrom('same', 'other'),
});
const moments = fc.integer({ min: 0, max: 3 * DAY }).map(after);

describe('any other press (O2)', () => {
  it('never has the answer of an order that is not its own', () => {
    fc.assert(
      fc.property(requests, moments, fc.constantFrom('pending_payment', 'active'), (request, now, status) => {
        fc.pre(request.user_id !== 1 || request.request_hash !== 'same');
        expect(answerToRepeat(anOrder({ status }), request, now)).not.toBe('its_answer');
      }),
    );
  });

  it('is told to wait exactly while the order is being paid', () => {
    fc.assert(
      fc.property(requests, moments, fc.constantFrom('pending_payment', 'active'), (request, now, status) => {
        fc.pre(request.user_id !== 1 || request.request_hash !== 'same');
        const answer = answerToRepeat(anOrder({ status }), request, now);
        expect(answer).toBe(status === 'pending_payment' ? 'still_confirming' : 'order_exists');
      }),
    );
  });

  it('never gets its answer back once it has been told that the order exists', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: DAY }), (now, later) => {
        fc.pre(answerToRepeat(anOrder(), same, now) === 'order_exists');
        expect(answerToRepeat(anOrder(), same, new Date(now.getTime() + later))).toBe('order_exists');
      }),
    );
  });
});
