import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { Crashed } from '#tests/support/fakes/crash-at.ts';
import { DONE, fakeConversation, LOST, newRow, SPENT } from '#tests/support/fakes/fake-conversation.ts';
import { sendWithLease } from './send-with-lease.service.ts';

const START = new Date('2026-04-10T14:00:00Z');
const inMs = (ms: number) => new Date(START.getTime() + ms);

describe('a request to the processor', () => {
  it('is marked as sent, with a lease of a minute, before the processor is asked', async () => {
    const { conversation, sent } = fakeConversation({ answers: [DONE] });
    await sendWithLease(conversation, 12);
    const marked = { first_sent_at: START, last_sent_at: START, lease_until: inMs(MINUTE_MS) };
    expect(sent).toEqual([newRow({ state: 'sent', ...marked })]);
  });

  it('is asked between two transactions, never inside one', async () => {
    const { conversation, steps } = fakeConversation({ answers: [DONE] });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'done' });
    expect(steps.join(', ')).toBe(
      'begin, commit, at: marked, send, at: answered, begin, record done, commit, at: recorded',
    );
  });

  it('is sent again after each pause until an answer comes', async () => {
    const { conversation, steps, sent } = fakeConversation({ answers: [LOST, LOST, DONE] });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'done' });
    expect(steps.filter((step) => /send|wait/.test(step))).toEqual([
      'send',
      'wait 500',
      'send',
      `wait ${MINUTE_MS}`,
      'send',
    ]);
    expect(sent.map(({ state }) => state)).toEqual(['sent', 'unknown', 'unknown']);
  });

  it('keeps the day of its first sending, and gets a new lease with each', async () => {
    const { conversation, sent } = fakeConversation({ answers: [LOST, DONE] });
    await sendWithLease(conversation, 12);
    expect(sent[1]).toMatchObject({
      first_sent_at: START,
      last_sent_at: inMs(500),
      lease_until: inMs(500 + MINUTE_MS),
    });
  });

  it('is left to the resolver, unknown and with its lease, when no answer came', async () => {
    const { conversation, sent } = fakeConversation({});
    const row = await sendWithLease(conversation, 12);
    expect(sent).toHaveLength(3);
    expect(row).toMatchObject({ state: 'unknown', lease_until: inMs(500 + 2 * MINUTE_MS) });
  });

  /** @shows S21.10 */
  it('is sent once where the processor knows no keys, and left to the resolver, which asks', async () => {
    const { conversation, sent } = fakeConversation({});
    Object.assign(conversation.billing.gateway.caps, { idemHours: 0 });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'unknown' });
    expect(sent).toHaveLength(1);
  });

  /** @shows S16.3 */
  it('is left to the resolver at once when its key has come with another request', async () => {
    const { conversation, sent } = fakeConversation({ answers: [SPENT] });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'unknown' });
    expect(sent).toHaveLength(1);
  });

  it('is not sent when its outcome is known', async () => {
    const { conversation, steps } = fakeConversation({
      rows: [newRow({ state: 'done' })],
      replaysForOthers: true,
    });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'done' });
    expect(steps).toEqual(['begin', 'commit']);
  });

  it('stays marked as sent when the process ends before the processor is asked', async () => {
    const { conversation, rows, sent } = fakeConversation({ crashPoint: 1 });
    await expect(sendWithLease(conversation, 12)).rejects.toThrow(Crashed);
    expect(sent).toEqual([]);
    expect(rows[0]).toMatchObject({ state: 'sent', lease_until: inMs(MINUTE_MS) });
  });
});

describe('a request that another flow sent first', () => {
  it('is not sent by a second flow, which waits for the result of the first', async () => {
    const rows = [newRow({ state: 'sent' })];
    const { conversation, sent } = fakeConversation({ rows, onWait: () => void (rows[0]!.state = 'done') });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'done' });
    expect(sent).toEqual([]);
  });

  it('is not sent by a second flow after any pause, even when no result ever comes', async () => {
    const { conversation, sent } = fakeConversation({ rows: [newRow({ state: 'unknown' })] });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'unknown' });
    expect(sent).toEqual([]);
  });

  it('is sent again after the first pause where its conversation replays for others', async () => {
    const { conversation, steps } = fakeConversation({
      rows: [newRow({ state: 'unknown' })],
      answers: [DONE],
      replaysForOthers: true,
    });
    expect(await sendWithLease(conversation, 12)).toMatchObject({ state: 'done' });
    expect(steps.filter((step) => /send|wait/.test(step))).toEqual(['wait 500', 'send']);
  });
});
