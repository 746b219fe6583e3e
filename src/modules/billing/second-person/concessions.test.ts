import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import { aPendingOrder, type PendingOrder } from '#tests/support/billing/pending-order.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { sumGivenAway, type NewConcession } from './concessions.queries.ts';
import { copyAidConcessions, giversOf, listConcessions, recordConcession } from './concessions.service.ts';
import { decideRequest, eraseRequestsOf, findRequest } from './second-person.service.ts';
import { insertRequest } from './second-person.queries.ts';
import { CONCESSION_KINDS } from './second-person.states.ts';

const AT = new Date('2026-04-10T14:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);

let database: TestDatabase;
let first: Viewer;
let second: Viewer;
let order: PendingOrder;
beforeAll(async () => {
  database = await createTestDatabase();
  [first, second] = [await aColleague(database.db), await aColleague(database.db)];
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.execute(sql`delete from concessions`);
  order = await aPendingOrder(database.db);
});

const inTx = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction(work);
const give = (changes: Partial<NewConcession> = {}) =>
  inTx((tx) =>
    recordConcession(tx, {
      order_id: order.order_id,
      kind: 'waiver',
      amount_cents: cents(10_000),
      reason: 'a gift',
      ...giversOf(first),
      given_at: AT,
      ...changes,
    }),
  );
const givenAway = (of = order) => sumGivenAway(database.db, of.order_id);

describe('what was given away of an order', () => {
  it('is nothing at first, then the sum of all that was, of any kind', async () => {
    expect(await givenAway()).toBe(0);
    for (const kind of CONCESSION_KINDS) await give({ kind, amount_cents: cents(10_001) });
    expect(await givenAway()).toBe(CONCESSION_KINDS.length * 10_001);
    expect(await givenAway(await aPendingOrder(database.db))).toBe(0);
  });

  it('is more than nothing, and approved by another person than who gave it', async () => {
    await expect(give({ amount_cents: cents(0) })).rejects.toMatchObject({ cause: { code: '23514' } });
    await expect(give({ approved_by_id: first.user_id })).rejects.toMatchObject({
      cause: { code: '23514' },
    });
    await give(giversOf(second, { asked_by_id: first.user_id }));
    expect(await givenAway()).toBe(10_000);
  });
});

describe('the weekly list of what was given away', () => {
  const list = (from: Date, before: Date) => listConcessions(database.db, { from, before });

  it('has all from its first moment to before its last, in the order in which it was given', async () => {
    await give({ reason: 'before', given_at: later(-1) });
    await give({ reason: 'first', given_at: AT });
    await give({ reason: 'last', given_at: later(999) });
    await give({ reason: 'after', given_at: later(1000) });
    expect((await list(AT, later(1000))).map(({ reason }) => reason)).toEqual(['first', 'last']);
  });

  it('names who gave it and who approved it, and nobody where nobody was asked', async () => {
    await give();
    await give(giversOf(second, { asked_by_id: first.user_id }));
    const dana = { first_name: 'Dana', last_name: 'Cole' };
    expect(await list(AT, later(1))).toMatchObject([
      { staff: dana, approved_by: null, amount_cents: 10_000, kind: 'waiver', order_id: order.order_id },
      { staff: dana, approved_by: dana },
    ]);
  });
});

describe('the aid of an order that another order takes over', () => {
  it('is written down for the other one, by the same people on the new day, and alone', async () => {
    for (const kind of CONCESSION_KINDS)
      await give({ kind, reason: kind, ...giversOf(second, { asked_by_id: first.user_id }) });
    const other = await aPendingOrder(database.db);
    const [from, to] = [order.order_id, other.order_id];
    await inTx((tx) => copyAidConcessions(tx, { from, to, given_at: later(5000) }));
    const copied = (await listConcessions(database.db, { from: later(5000), before: later(5001) })).filter(
      ({ order_id }) => order_id === to,
    );
    expect(copied.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['aid', 'aid'],
      ['award', 'award'],
    ]);
    expect(copied[0]).toMatchObject({ approved_by: { last_name: 'Cole' } });
    expect([await givenAway(), await givenAway(other)]).toEqual([60_000, 20_000]);
  });

  it('is none where there was none', async () => {
    const other = await aPendingOrder(database.db);
    await inTx((tx) => copyAidConcessions(tx, { from: order.order_id, to: other.order_id, given_at: AT }));
    expect(await givenAway(other)).toBe(0);
  });
});

describe('the words of staff at the end of the years (H11)', () => {
  const ask = async (of: PendingOrder, subject: string) =>
    (await inTx((tx) =>
      insertRequest(tx, {
        order_id: of.order_id,
        subject: `${subject}:${of.order_id}`,
        kind: 'refund',
        command: { reason: 'She is ill.' },
        amount_cents: cents(60_000),
        reason: 'She is ill.',
        asked_by_id: first.user_id,
        asked_at: AT,
      }),
    ))!;
  const decided = async (of: PendingOrder, outcome: 'approved' | 'declined') => {
    const id = await ask(of, outcome);
    await inTx((tx) =>
      decideRequest(tx, id, {
        outcome,
        decided_by_id: second.user_id,
        decided_at: AT,
        ...(outcome === 'declined' && { decline_reason: 'Her mother is not.' }),
      }),
    );
    return id;
  };
  const requestOf = async (id: number) => (await findRequest(database.db, id))?.request;

  it('go from what was decided, whose sums and people stay; what still waits goes whole', async () => {
    const ids = [await decided(order, 'approved'), await decided(order, 'declined')] as const;
    const open = await ask(order, 'open');
    await give({ reason: 'She is ill.' });
    await inTx((tx) => eraseRequestsOf(tx, [order.order_id]));
    const kept = { reason: '', command: {}, amount_cents: 60_000, asked_by_id: first.user_id };
    expect(await requestOf(ids[0])).toMatchObject({ ...kept, outcome: 'approved', decline_reason: null });
    expect(await requestOf(ids[1])).toMatchObject({ ...kept, outcome: 'declined', decline_reason: '' });
    expect(await requestOf(open)).toBeUndefined();
    expect(await listConcessions(database.db, { from: AT, before: later(1) })).toMatchObject([
      { reason: '', amount_cents: 10_000 },
    ]);
  });

  it('stay with the orders of other years', async () => {
    const other = await aPendingOrder(database.db);
    const [id, open] = [await decided(other, 'declined'), await ask(other, 'open')];
    await give({ order_id: other.order_id, reason: 'a late start' });
    await inTx((tx) => eraseRequestsOf(tx, [order.order_id]));
    expect(await requestOf(id)).toMatchObject({
      reason: 'She is ill.',
      decline_reason: 'Her mother is not.',
    });
    expect(await requestOf(open)).toBeDefined();
    expect(await listConcessions(database.db, { from: AT, before: later(1) })).toMatchObject([
      { reason: 'a late start' },
    ]);
  });
});
