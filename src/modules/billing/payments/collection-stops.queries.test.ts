import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { plainDate } from '#kit/plain-date.ts';
import { PAYMENT_STATES, UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import type { Tx } from '#platform/db/database.ts';
import { paymentOf } from '#tests/support/billing/active-order.ts';
import { anAttemptRow, aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import {
  createTestBilling,
  openedCharge,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import type { AttemptState } from './attempt.states.ts';
import {
  countRefusedOrders,
  endLifted,
  extendStop,
  findStop,
  insertStop,
  isKindStopped,
  listStops,
  listUnsent,
  makeDueAgain,
  releaseStop,
} from './collection-stops.queries.ts';

let t: TestBilling;
let staff: { user_id: number };
let card: Opened;
let account: Opened;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
  card = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
  account = await openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.db.execute(sql`delete from collection_stops`);
  await t.database.db.execute(sql`delete from charge_attempts
    where id not in (${card.attempt_id}, ${account.attempt_id})`);
});

const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const at = (minutes: number) => new Date(t.clock.now().getTime() + minutes * MINUTE_MS);
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);

const stop = (limit: { kind: 'card' | 'bank'; resumes_at: Date } | undefined, of = card) =>
  inTx((tx) => insertStop(tx, { stopped_at: at(0), charge_attempt_id: of.attempt_id, ...limit }));
const ofKind = (kind: 'card' | 'bank', resumes_at = at(60)) => ({ kind, resumes_at });
const release = (stop_id: number, minutes = 1) =>
  inTx((tx) => releaseStop(tx, { stop_id, released_at: at(minutes), released_by_id: staff.user_id }));

/** A try of an order of its own, unless told whose, that was sent so many minutes after now. */
async function tried(
  state: AttemptState,
  minutes: number,
  { code = null, of }: { code?: string | null; of?: Opened } = {},
): Promise<Opened> {
  const opened = of ?? (await openedCharge(t.billing, typedCard(TEST_CARDS.good)));
  const payment = await aPaymentRow(t.database.db, opened);
  const { method } = opened;
  await anAttemptRow(t.database.db, payment, { method, state, code, last_sent_at: at(minutes) });
  return opened;
}

describe('a stop of the collection', () => {
  it('stands once: who stops it again finds it stopped', async () => {
    expect(await stop(undefined)).toEqual(expect.any(Number));
    expect(await stop(undefined)).toBeUndefined();
    expect(await listStops(t.database.db)).toHaveLength(1);
  });

  it('of everything, of debits and of cards stand beside each other, each by its name', async () => {
    const ids = [await stop(undefined), await stop(ofKind('bank'), account), await stop(ofKind('card'))];
    expect(new Set(ids).size).toBe(3);
    const found = [await findStop(t.database.db), await findStop(t.database.db, 'bank')];
    expect([...found, await findStop(t.database.db, 'card')].map((one) => one?.id)).toEqual(ids);
  });

  it('says which charge was refused last, of which payment, and whose', async () => {
    await stop(undefined);
    expect(await findStop(t.database.db)).toMatchObject({
      stopped_at: at(0),
      principal_cents: 280_000,
      surcharge_cents: 8_400,
      payment: { id: card.payment_id, order_id: card.order_id, payment_number: 1 },
      parent: { id: card.user_id, first_name: 'Ada', last_name: 'Test' },
    });
  });

  it('is released once, and may stand anew', async () => {
    const id = (await stop(undefined))!;
    expect(await release(id)).toBe('all');
    expect(await release(id, 2), 'released before').toBeUndefined();
    expect(await findStop(t.database.db)).toBeUndefined();
    const { rows } = await t.database.db.execute(sql`select released_at, released_by_id::int from
      collection_stops where id = ${id}`);
    expect(rows).toMatchObject([{ released_by_id: staff.user_id }]);
    expect(await stop(undefined)).toEqual(expect.any(Number));
  });

  it('of a kind says its kind when it is released', async () => {
    expect(await release((await stop(ofKind('bank'), account))!)).toBe('bank');
  });
});

describe('a stop of debits', () => {
  const isStopped = (kind: 'card' | 'bank', now: Date) => isKindStopped(t.database.db, kind, now);

  it('holds to the minute on which debits resume, and holds no cards', async () => {
    await stop(ofKind('bank', at(60)), account);
    expect(await isStopped('bank', justBefore(at(60)))).toBe(true);
    expect(await isStopped('bank', at(60))).toBe(false);
    expect(await isStopped('card', at(0))).toBe(false);
  });

  it('that is met again holds longer, and names the charge that met it last', async () => {
    const id = (await stop(ofKind('bank', at(60)), account))!;
    const changes = { resumes_at: at(120), charge_attempt_id: card.attempt_id };
    await inTx((tx) => extendStop(tx, id, changes));
    expect(await isStopped('bank', at(119))).toBe(true);
    expect((await findStop(t.database.db, 'bank'))?.payment.id).toBe(card.payment_id);
  });

  it('holds no more once it is released', async () => {
    await release((await stop(ofKind('bank'), account))!);
    expect(await isStopped('bank', at(0))).toBe(false);
  });

  it('is no stop of everything, and that one is no stop of debits', async () => {
    await stop(undefined);
    expect(await isStopped('bank', at(0))).toBe(false);
    expect(await findStop(t.database.db, 'bank')).toBeUndefined();
  });

  describe('ends by itself', () => {
    const lifted = () => inTx((tx) => endLifted(tx, at(30)));
    beforeEach(() =>
      t.database.db.execute(sql`update charge_attempts set last_sent_at = ${at(0).toISOString()}
        where id = ${account.attempt_id}`),
    );

    it.each(['processing', 'succeeded'] as const)('with a debit sent after it: %s', async (state) => {
      const id = await stop(ofKind('bank'), account);
      await tried(state, 1, { of: account });
      expect(await lifted()).toEqual([{ id, kind: 'bank' }]);
      expect(await lifted(), 'and ends once').toEqual([]);
    });

    it.each([
      ['with a debit that was sent before it', 'succeeded', 0, 'account'],
      ['with a debit that is refused', 'declined', 1, 'account'],
      ['with a debit whose answer is not known', 'unknown', 1, 'account'],
      ['with a card', 'succeeded', 1, 'card'],
    ] as const)('not %s', async (_, state, minutes, by) => {
      await stop(ofKind('bank'), account);
      await tried(state, minutes, { of: by === 'card' ? card : account });
      expect(await lifted()).toEqual([]);
    });

    it('alone: what stops everything is for staff to release', async () => {
      await stop(undefined);
      await tried('succeeded', 1, { of: card });
      expect(await lifted()).toEqual([]);
    });
  });
});

describe('the orders whose requests were refused in a row', () => {
  const count = () => inTx((tx) => countRefusedOrders(tx));
  const ours = { code: 'refused_request' };

  it('are counted once each, however many of their payments were refused', async () => {
    const one = await tried('declined', 1, ours);
    await tried('declined', 2, { ...ours, of: one });
    await tried('declined', 3, ours);
    expect(await count()).toBe(2);
  });

  it.each([
    ['declined', 'refused_request', 1],
    ['unknown', 'account_refused', 1],
    ['not_found', 'account_refused', 1],
    ['declined', 'insufficient_funds', 0],
    ['declined', 'company_limit', 0],
    ['unknown', null, 0],
  ] as const)('have a request that we made wrongly: %s by %s', async (state, code, counted) => {
    await tried(state, 1, { code });
    expect(await count()).toBe(counted);
  });

  it.each([
    ['is taken', 'succeeded', null],
    ['is a debit on its way', 'processing', null],
    ['waits for its payer', 'action', null],
    ['has come back since', 'returned', 'R01'],
    ['is declined by a bank', 'declined', 'insufficient_funds'],
  ] as const)('begin anew after a request that %s', async (_, state, code) => {
    await tried('declined', 1, ours);
    await tried(state, 2, { code });
    expect(await count()).toBe(0);
    await tried('declined', 3, ours);
    expect(await count()).toBe(1);
  });

  it.each([
    ['whose answer is lost', 'unknown', null],
    ['that met the limit of the company', 'declined', 'company_limit'],
    ['that never arrived', 'not_found', null],
  ] as const)('go on over one %s', async (_, state, code) => {
    await tried('declined', 1, ours);
    await tried(state, 2, { code });
    expect(await count()).toBe(1);
  });

  it('go on where the answer to an older request comes late', async () => {
    await tried('declined', 2, ours);
    await tried('succeeded', 1);
    expect(await count()).toBe(1);
  });

  it('begin anew when staff release the collection, and not when debits are released', async () => {
    await tried('declined', 1, ours);
    await release((await stop(ofKind('bank'), account))!, 5);
    expect(await count()).toBe(1);
    await release((await stop(undefined))!, 5);
    expect(await count()).toBe(0);
  });
});

describe('what a stop held back', () => {
  const TODAY = plainDate('2026-10-10');
  const TOMORROW = plainDate('2026-10-11');
  type Held = { status?: PaymentState; next_try_on?: typeof TODAY | null; codes: (string | null)[] };

  async function held({ codes, ...row }: Held) {
    const payment = await aPaymentRow(t.database.db, card, { next_try_on: TOMORROW, ...row });
    for (const code of codes)
      await anAttemptRow(t.database.db, payment, { method: card.method, state: 'declined', code });
    return payment;
  }
  const dueAgain = async (row: Held, of: 'all' | 'limit' = 'all') => {
    const before = await held(row);
    await inTx((tx) => makeDueAgain(tx, of, TODAY));
    const { next_try_on, version } = await paymentOf(t.database.db, before.id);
    return { next_try_on, moves: version - before.version };
  };
  const TODAY_AGAIN = { next_try_on: TODAY, moves: 1 };
  const AS_IT_WAS = { next_try_on: TOMORROW, moves: 0 };

  it.each([
    ['refused_request', 'all', true],
    ['account_refused', 'all', true],
    ['company_limit', 'all', false],
    ['company_limit', 'limit', true],
    ['refused_request', 'limit', false],
    ['insufficient_funds', 'all', false],
  ] as const)('is due today where it is what was released: %s, release of %s', async (code, of, isDue) => {
    expect(await dueAgain({ codes: [code] }, of)).toEqual(isDue ? TODAY_AGAIN : AS_IT_WAS);
  });

  it('is told by the last try alone', async () => {
    expect(await dueAgain({ codes: ['refused_request', 'insufficient_funds'] })).toEqual(AS_IT_WAS);
    expect(await dueAgain({ codes: ['insufficient_funds', 'refused_request'] })).toEqual(TODAY_AGAIN);
  });

  it.each(PAYMENT_STATES)('is due again only where it is owed: %s', async (status) => {
    const isOwed = (UNPAID as readonly PaymentState[]).includes(status);
    expect(await dueAgain({ status, codes: ['refused_request'] })).toEqual(isOwed ? TODAY_AGAIN : AS_IT_WAS);
  });

  it('waits for the family where no day was set, and stays where its day has come', async () => {
    const codes = ['refused_request'];
    expect(await dueAgain({ next_try_on: null, codes })).toEqual({ next_try_on: null, moves: 0 });
    expect(await dueAgain({ next_try_on: TODAY, codes })).toEqual({ next_try_on: TODAY, moves: 0 });
  });
});

describe('the charges that were written down and not sent', () => {
  const unsent = (now = at(1)) => listUnsent(t.database.db, now);
  const written = async (of: Opened, presence: 'here' | 'away' = 'away', lease_until = at(0)) => {
    const payment = await aPaymentRow(t.database.db, of);
    const { id, params } = await anAttemptRow(t.database.db, payment, { method: of.method, lease_until });
    await t.database.db.execute(sql`update charge_attempts
      set params = ${JSON.stringify({ ...params, presence })}::jsonb where id = ${id}`);
    return id;
  };

  it('are taken back under a stop of theirs, and left alone without one', async () => {
    const ids = [await written(card), await written(account)];
    expect(await unsent()).toEqual([]);
    await stop(ofKind('bank'), account);
    expect(await unsent()).toEqual([ids[1]]);
    await stop(undefined);
    expect(await unsent()).toEqual(ids);
  });

  it('are left to whoever sends them within the lease, and to a family at its screen', async () => {
    await stop(undefined);
    await written(card, 'here');
    const id = await written(card, 'away', at(1));
    expect(await unsent(at(1))).toEqual([]);
    expect(await unsent(at(2))).toEqual([id]);
  });
});
