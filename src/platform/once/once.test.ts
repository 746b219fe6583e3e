import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { createTestContext } from '#tests/support/app/test-context.ts';
import { once, sweepOnceKeys } from './once.ts';

const context = await createTestContext();
afterAll(() => context.close());

let acts = 0;
const call = (key: string, sent: object = {}) => ({ by_id: 7, call: 'inviteStaff', key, sent });

const press = (asked: ReturnType<typeof call>, act = async () => (acts += 1)) =>
  context.db.transaction((tx) => once(tx, context.clock.now(), asked, act));

/** @shows OF8.7 */
describe('a call with an Idempotency-Key', () => {
  it('acts once, also when it is sent six times at once', async () => {
    const before = acts;
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(call('six'))));
    expect([acts - before, new Set(answers).size]).toEqual([1, 1]);
  });

  it('acts again after an act that failed', async () => {
    const failing = async () => {
      throw new Error('no mail server');
    };
    await expect(press(call('failed'), failing)).rejects.toThrow('no mail server');
    const before = acts;
    await press(call('failed'));
    expect(acts - before).toBe(1);
  });

  it('is refused with another body, and is another call for somebody else', async () => {
    await press(call('body', { role: 'a' }));
    await expect(press(call('body', { role: 'b' }))).rejects.toThrow('once_key_reused');
    const before = acts;
    await press({ ...call('body', { role: 'b' }), by_id: 8 });
    expect(acts - before).toBe(1);
  });

  it('is remembered for two days', async () => {
    await press(call('old'));
    const now = context.clock.now();
    await sweepOnceKeys(context.db, new Date(now.getTime() + 2 * DAY_MS));
    const before = acts;
    await press(call('old'));
    expect(acts - before).toBe(0);
    await sweepOnceKeys(context.db, new Date(now.getTime() + 2 * DAY_MS + 1));
    await press(call('old'));
    expect(acts - before).toBe(1);
  });
});
