import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { Crashed } from '#tests/support/fakes/crash-at.ts';
import { DONE, fakeConversation, newRow, SPENT } from '#tests/support/fakes/fake-conversation.ts';
import { resolveUnanswered } from './resolver.service.ts';

const START = new Date('2026-04-10T14:00:00Z');
const inMs = (ms: number) => new Date(START.getTime() + ms);
const EXPIRED = inMs(-1);

const neverSent = () => newRow({ lease_until: EXPIRED });
/** The replays are used up: only a look-up is left. */
const lookedUpOnly = (ms: number) =>
  newRow({
    state: 'unknown',
    first_sent_at: inMs(-ms),
    last_sent_at: inMs(-ms),
    lease_until: EXPIRED,
    replays: 4,
  });

describe('the resolver', () => {
  it('marks a request as sent before it sends it, and records its answer in a transaction', async () => {
    const { conversation, steps, sent } = fakeConversation({ rows: [neverSent()], answers: [DONE] });
    expect(await resolveUnanswered(conversation)).toBe(1);
    expect(sent).toMatchObject([{ state: 'sent', first_sent_at: START, lease_until: inMs(5 * MINUTE_MS) }]);
    expect(steps.join(', ')).toBe(
      'begin, commit, at: claimed, send, at: resolved, begin, record done, commit, begin, commit',
    );
  });

  it('goes on until no lease is left that has run out', async () => {
    const rows = [neverSent(), { ...neverSent(), id: 13 }, newRow({ id: 14, lease_until: inMs(1) })];
    const { conversation } = fakeConversation({ rows, answers: [DONE, DONE] });
    expect(await resolveUnanswered(conversation)).toBe(2);
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'created']);
  });

  it('holds what it claimed for its lease when the process ends before it records', async () => {
    const { conversation, rows, steps } = fakeConversation({
      rows: [neverSent()],
      answers: [DONE],
      crashPoint: 2,
    });
    await expect(resolveUnanswered(conversation)).rejects.toThrow(Crashed);
    expect(rows).toMatchObject([{ state: 'sent', lease_until: inMs(5 * MINUTE_MS) }]);
    expect(steps.at(-1)).toBe('at: resolved');
  });
});

describe('a second sending by the resolver', () => {
  it('is made where its conversation has one, its time written down first', async () => {
    const { conversation, sent, steps } = fakeConversation({
      rows: [neverSent()],
      secondSendAfterMs: 2_000,
    });
    await resolveUnanswered(conversation);
    expect(steps.slice(2, -2).join(', ')).toBe(
      'at: claimed, send, wait 2000, begin, commit, send, at: resolved, begin, record unknown, commit',
    );
    expect(sent.map(({ last_sent_at }) => last_sent_at)).toEqual([START, inMs(2_000)]);
    expect(sent[1]!.lease_until).toEqual(inMs(5 * MINUTE_MS));
  });

  it('is not made after an answer', async () => {
    const { conversation, sent } = fakeConversation({
      rows: [neverSent()],
      answers: [DONE],
      secondSendAfterMs: 2_000,
    });
    await resolveUnanswered(conversation);
    expect(sent).toHaveLength(1);
  });

  it('is not made where its conversation has none', async () => {
    const { conversation, sent, steps } = fakeConversation({ rows: [neverSent()] });
    await resolveUnanswered(conversation);
    expect(sent).toHaveLength(1);
    expect(steps).not.toContain('wait 2000');
  });
});

describe('a key that the processor has for another request', () => {
  /** @shows S16.3 */
  it('is looked up at once, and its request is not sent again', async () => {
    const { conversation, rows, sent } = fakeConversation({
      rows: [newRow({ state: 'unknown', first_sent_at: START, last_sent_at: START, lease_until: EXPIRED })],
      answers: [SPENT],
      lookUp: async () => DONE,
      secondSendAfterMs: 2_000,
    });
    await resolveUnanswered(conversation);
    expect([rows[0]!.state, sent.length]).toEqual(['done', 1]);
  });

  it('where nothing is found is looked up again when the hour is over', async () => {
    const { conversation, rows, steps } = fakeConversation({
      rows: [newRow({ state: 'unknown', first_sent_at: START, last_sent_at: START, lease_until: EXPIRED })],
      answers: [SPENT],
    });
    await resolveUnanswered(conversation);
    expect(rows).toMatchObject([{ state: 'unknown', lease_until: inMs(HOUR_MS) }]);
    expect(steps.filter((step) => step === 'look up')).toHaveLength(1);
  });
});

describe('a look-up by the resolver', () => {
  it('records what it finds, and sends nothing', async () => {
    const { conversation, rows, sent } = fakeConversation({
      rows: [lookedUpOnly(25 * HOUR_MS)],
      lookUp: async () => DONE,
    });
    await resolveUnanswered(conversation);
    expect([rows[0]!.state, sent]).toEqual(['done', []]);
  });

  it('that finds nothing counts once the last sending is an hour old', async () => {
    const { conversation, rows } = fakeConversation({ rows: [lookedUpOnly(HOUR_MS)] });
    await resolveUnanswered(conversation);
    expect(rows).toMatchObject([{ state: 'not_found' }]);
  });

  it('that finds nothing before is repeated when the hour is over, and records nothing', async () => {
    const { conversation, rows, steps } = fakeConversation({ rows: [lookedUpOnly(HOUR_MS - 1)] });
    await resolveUnanswered(conversation);
    expect(rows).toMatchObject([{ state: 'unknown', lease_until: inMs(1) }]);
    expect(steps).not.toContain('at: resolved');
  });

  it('that the processor cannot answer ends in an audit row and an error, and is not repeated', async () => {
    const { conversation, rows, audit, errors, clock } = fakeConversation({
      rows: [lookedUpOnly(25 * HOUR_MS)],
      lookUp: async () => 'undetermined',
    });
    expect(await resolveUnanswered(conversation)).toBe(1);
    expect(rows).toMatchObject([{ state: 'unknown', lease_until: null }]);
    expect(audit).toMatchObject([
      { action: 'billing.fake_cannot_be_told', subject: 'fake_request:12', detail: { state: 'unknown' } },
    ]);
    expect(errors).toEqual([[{ fake_request_id: 12 }, 'nobody knows']]);
    clock.advanceMs(48 * HOUR_MS);
    expect(await resolveUnanswered(conversation)).toBe(0);
  });
});
