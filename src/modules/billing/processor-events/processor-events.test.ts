import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import type { ChargeReading, PaymentGateway, ProcessorEvent } from '#platform/payments/gateway.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import {
  createTestBilling,
  openedCharge,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { processEvents } from './process-events.service.ts';
import { pollEvents, sweepUnsettled } from './receive-events.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
// Each test begins with nothing left to be told of the one before.
beforeEach(async () => {
  t.clock.advanceDays(30);
  await takeEvents(t.billing);
});

async function debit(account: string) {
  const opened = await openedCharge(t.billing, typedAccount(account));
  await collect(t.billing, opened.attempt_id);
  await takeEvents(t.billing);
  return opened;
}

async function attempt(id: number): Promise<{ state: string; gateway_ref: string }> {
  const { rows } = await t.database.db.execute<{ state: string; gateway_ref: string }>(
    sql`select state, gateway_ref from charge_attempts where id = ${id}`,
  );
  return rows[0]!;
}

const openEvents = async () =>
  (
    await t.database.db.execute(sql`select id, tries, last_error from processor_events
    where processed_at is null order by id`)
  ).rows;

const told = (ref: string, id = `evt_${ref}`): ProcessorEvent => ({
  id,
  at: t.clock.now(),
  object: { kind: 'charge', ref },
});

/** Billing whose processor lists just these events. */
const telling = (events: readonly ProcessorEvent[], changes: Partial<PaymentGateway> = {}) => ({
  ...t.billing,
  gateway: {
    ...t.gateway,
    async *eventsSince() {
      yield* events;
    },
    ...changes,
  },
});

const peopleCalled = async () =>
  (
    await t.database.db.execute(sql`select action, subject from audit_log
    where actor_id is null and action like 'billing.%' order by id`)
  ).rows;

describe('an event', () => {
  /** @shows S14.1 */
  it('says only that a charge is to be read: one that is still on its way stays on its way', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    await takeEvents(telling([told((await attempt(attempt_id)).gateway_ref)]));
    expect((await attempt(attempt_id)).state).toBe('processing');
    expect(await openEvents()).toEqual([]);
  });

  /** @shows S14.2 */
  it('is written down once, however often and in whatever order it is told', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.returnedR10);
    const ref = (await attempt(attempt_id)).gateway_ref;
    t.clock.advanceDays(20);
    const events = [told(ref, 'evt_c'), told(ref, 'evt_a'), told(ref, 'evt_b')];
    await Promise.all(
      [events, events.toReversed(), [...events, ...events]].map((order) => takeEvents(telling(order))),
    );
    const { rows } = await t.database.db.execute(
      sql`select kind from journal where ref = ${ref} order by id`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['charge', 'return']);
    const { rowCount } = await t.database.db.execute(
      sql`select 1 from processor_events where id in ('evt_a', 'evt_b', 'evt_c')`,
    );
    expect(rowCount).toBe(3);
  });

  it('that comes in while its charge is read leads to a second reading', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    const ref = (await attempt(attempt_id)).gateway_ref;
    let readings = 0;
    const gateway: PaymentGateway = {
      ...t.gateway,
      readCharge: async (asked) => {
        const seen = await t.gateway.readCharge(asked);
        readings += 1;
        if (readings > 1) return seen;
        // The debit settles after it was read, and that is told before the reading is booked.
        t.clock.advanceDays(6);
        await pollEvents(t.billing);
        return seen;
      },
    };
    await takeEvents(telling([told(ref, 'evt_before')], { readCharge: gateway.readCharge }));
    expect(readings).toBe(2);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
    expect(await openEvents()).toEqual([]);
  });
});

describe('a charge whose answer was lost', () => {
  /** @shows S14.7 */
  it('is booked when an event has it read, and the resolver has nothing left to do', async () => {
    const { billing } = withFaultyGateway(t, (call) => (call === 'charge' ? 'dropped_after' : 'through'));
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(billing, attempt_id);
    expect((await attempt(attempt_id)).state).toBe('unknown');
    await takeEvents(t.billing);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
    t.clock.advanceMs(HOUR_MS);
    expect(await resolveUnknown(t.billing)).toBe(0);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  /** @shows S14.7 */
  it('is booked once when the event is there before the answer', async () => {
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const charge: PaymentGateway['charge'] = async (request, key) => {
      const answer = await t.gateway.charge(request, key);
      await takeEvents(t.billing);
      expect((await attempt(attempt_id)).state).toBe('succeeded');
      return answer;
    };
    const outcome = await collect({ ...t.billing, gateway: { ...t.gateway, charge } }, attempt_id);
    expect(outcome).toBeDefined();
    const { rows } = await t.database.db.execute(sql`select kind from journal j
      join charge_attempts a on a.gateway_ref = j.ref where a.id = ${attempt_id}`);
    expect(rows).toEqual([{ kind: 'charge' }]);
  });
});

describe('a charge that cannot be read', () => {
  /** @shows S14.4 */
  it('is read again after 1, 5, 20 and 60 minutes, then every hour, and then is in the books', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    t.clock.advanceDays(6);
    const readAt: number[] = [];
    let isDown = true;
    const readCharge: PaymentGateway['readCharge'] = async (ref) => {
      readAt.push(t.clock.now().getTime());
      if (isDown) throw new Error('503');
      return t.gateway.readCharge(ref);
    };
    const billing = { ...t.billing, gateway: { ...t.gateway, readCharge } };
    await pollEvents(billing);
    for (let minute = 0; minute < 220; minute++) {
      await processEvents(billing);
      t.clock.advanceMs(MINUTE_MS);
    }
    const pauses = readAt.slice(1).map((at, i) => (at - readAt[i]!) / MINUTE_MS);
    expect(pauses).toEqual([1, 5, 20, 60, 60, 60]);
    expect(await openEvents()).toMatchObject([{ tries: 7, last_error: 'no answer' }]);
    isDown = false;
    t.clock.advanceMs(HOUR_MS);
    await processEvents(billing);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
    expect(await openEvents()).toEqual([]);
  });

  /** @shows S14.4 */
  it('holds up no other', async () => {
    const [bad, good] = [await debit(TEST_ACCOUNTS.settles), await debit(TEST_ACCOUNTS.settles)];
    const badRef = (await attempt(bad.attempt_id)).gateway_ref;
    t.clock.advanceDays(6);
    const readCharge: PaymentGateway['readCharge'] = async (ref) =>
      ref === badRef ? 'absent' : t.gateway.readCharge(ref);
    await takeEvents({ ...t.billing, gateway: { ...t.gateway, readCharge } });
    expect((await attempt(good.attempt_id)).state).toBe('succeeded');
    expect((await attempt(bad.attempt_id)).state).toBe('processing');
    t.clock.advanceMs(HOUR_MS);
    await takeEvents(t.billing);
    expect((await attempt(bad.attempt_id)).state).toBe('succeeded');
  });

  it('fails the job after the others where it is the books that cannot take it', async () => {
    const [bad, good] = [await debit(TEST_ACCOUNTS.settles), await debit(TEST_ACCOUNTS.settles)];
    t.clock.advanceDays(7);
    const takesAll = {
      ...t.billing,
      crashPoint: (place: string) => {
        if (place === 'outcome about to commit' && takesAll.isFirst) {
          takesAll.isFirst = false;
          throw new Error('the books are closed');
        }
      },
      isFirst: true,
    };
    await expect(takeEvents(takesAll)).rejects.toThrow('the books are closed');
    expect((await attempt(good.attempt_id)).state).toBe('succeeded');
    expect((await attempt(bad.attempt_id)).state).toBe('processing');
    expect(await openEvents()).toMatchObject([{ last_error: 'the books are closed' }]);
    t.clock.advanceMs(HOUR_MS);
    await takeEvents(t.billing);
    expect((await attempt(bad.attempt_id)).state).toBe('succeeded');
  });
});

describe("the processor's list of events", () => {
  const askedSince = async () => {
    let since: Date | undefined;
    const eventsSince: PaymentGateway['eventsSince'] = (at) => {
      since = at;
      return t.gateway.eventsSince(at);
    };
    await pollEvents({ ...t.billing, gateway: { ...t.gateway, eventsSince } });
    return since!;
  };
  const newestEvent = async () => {
    const { rows } = await t.database.db.execute<{ at: string }>(
      sql`select max(happened_at) as at from processor_events where source = 'poll'`,
    );
    return new Date(rows[0]!.at).getTime();
  };

  /** @shows S14.5 */
  it('is read from a quarter of an hour before the newest event that is known, however old', async () => {
    await debit(TEST_ACCOUNTS.settles);
    const newest = await newestEvent();
    t.clock.advanceDays(3);
    expect((await askedSince()).getTime()).toBe(newest - 15 * MINUTE_MS);
  });

  /** @shows S14.5 */
  it('may show an event minutes after a younger one, and it is not missed', async () => {
    const [late, other] = [await debit(TEST_ACCOUNTS.settles), await debit(TEST_ACCOUNTS.settles)];
    t.clock.advanceDays(6);
    // The bank moves both at this moment, and the list shows neither event yet.
    const { gateway_ref } = await attempt(late.attempt_id);
    await t.gateway.readCharge(gateway_ref);
    t.clock.advanceMs(10 * MINUTE_MS);
    const younger = told((await attempt(other.attempt_id)).gateway_ref, 'evt_younger');
    await takeEvents(telling([younger]));
    expect(await attempt(late.attempt_id)).toMatchObject({ state: 'processing' });
    await takeEvents(t.billing);
    expect(await attempt(late.attempt_id)).toMatchObject({ state: 'succeeded' });
  });

  /** @shows S14.5 */
  it('that breaks off is read again from where it was', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    t.clock.advanceDays(6);
    const { gateway_ref } = await attempt(attempt_id);
    const breaksOff: PaymentGateway['eventsSince'] = async function* () {
      yield told(gateway_ref, 'evt_before_the_break');
      throw new Error('connection reset');
    };
    const before = await newestEvent();
    expect(await pollEvents(telling([], { eventsSince: breaksOff }))).toEqual({ known: 1, isWhole: false });
    expect((await askedSince()).getTime()).toBe(before - 15 * MINUTE_MS);
    await processEvents(t.billing);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
  });

  it('is read also when a clock that was ahead has been set right', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    const ahead = { ...told('ch_ahead', 'evt_ahead'), at: new Date(t.clock.now().getTime() + 999 * HOUR_MS) };
    await pollEvents(telling([ahead]));
    await t.database.db.execute(sql`update processor_events set processed_at = now() where id = 'evt_ahead'`);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
    await t.database.db.execute(sql`delete from processor_cursors`);
  });
});

describe('every night', () => {
  /** @shows S14.6 */
  it('a debit is read of which no event has told', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    t.clock.advanceDays(6);
    const silent = telling([]);
    await takeEvents(silent);
    expect((await attempt(attempt_id)).state).toBe('processing');
    await sweepUnsettled(silent);
    await sweepUnsettled(silent);
    expect(await openEvents()).toHaveLength(1);
    await processEvents(silent);
    expect((await attempt(attempt_id)).state).toBe('succeeded');
  });

  it('events that were processed long ago are forgotten, and open ones are not', async () => {
    await debit(TEST_ACCOUNTS.settles);
    await pollEvents(telling([told('ch_open_for_months', 'evt_open_for_months')]));
    const count = async () => (await t.database.db.execute(sql`select id from processor_events`)).rows.length;
    expect(await count()).toBeGreaterThan(1);
    t.clock.moveToDay(plainDate('2030-01-10'), 3);
    await sweepUnsettled(telling([]));
    const left = (
      await t.database.db.execute(sql`select id from processor_events where processed_at is not null`)
    ).rows;
    expect(left).toEqual([]);
    expect(await openEvents()).toContainEqual(expect.objectContaining({ id: 'evt_open_for_months' }));
    await t.database.db.execute(sql`delete from processor_events where id = 'evt_open_for_months'`);
  });
});

describe('what is not ours', () => {
  /** @shows S14.8 */
  it('changes nothing and calls a person once', async () => {
    const before = await peopleCalled();
    const readCharge: PaymentGateway['readCharge'] = async (ref) => ({
      attempt_id: ref === 'ch_foreign' ? null : 999_999,
      customer: 'cus_nobody',
      amount_cents: cents(100),
      outcome: { k: 'succeeded', ref },
    });
    const billing = telling([told('ch_foreign'), told('ch_lost_by_us')], { readCharge });
    await takeEvents(billing);
    await takeEvents(billing);
    expect((await peopleCalled()).slice(before.length)).toEqual([
      { action: 'billing.foreign_object', subject: 'charge:ch_foreign' },
      { action: 'billing.foreign_object', subject: 'charge:ch_lost_by_us' },
    ]);
    expect(await openEvents()).toEqual([]);
  });

  /** @shows S14.8 */
  it('is a second charge of an attempt, too: the books keep the first, and a person is called', async () => {
    const { attempt_id } = await debit(TEST_ACCOUNTS.settles);
    const { gateway_ref } = await attempt(attempt_id);
    const before = await peopleCalled();
    const first = (await t.gateway.readCharge(gateway_ref)) as ChargeReading;
    const readCharge: PaymentGateway['readCharge'] = async (ref) => ({
      ...first,
      outcome: { k: 'succeeded', ref },
    });
    await takeEvents(telling([told('ch_second')], { readCharge }));
    expect(await attempt(attempt_id)).toMatchObject({ state: 'processing', gateway_ref });
    expect((await peopleCalled()).slice(before.length)).toEqual([
      { action: 'billing.outcome_contradicts', subject: `charge_attempt:${attempt_id}` },
    ]);
  });
});
