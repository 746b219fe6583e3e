import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstPage } from '#kit/list/list-endpoint.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { RefundPart } from '#modules/billing/refunds/refund-plan.ts';
import { REFUND_STATES, UNDONE_REFUNDS } from '#modules/billing/refunds/refund.states.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { pageOf } from '#platform/db/page-of-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { waitForLocks } from '#tests/support/database/wait-for-locks.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { agreeToRefund, refuseOtherPlan, type Approval } from './agreed-refund.service.ts';
import { shownPlanShape } from './agreed-refund.ts';
import { giversOf, orAskSecondPerson, recordConcession, refuseAboveSum } from './concessions.service.ts';
import {
  askSecondPerson,
  countWaitingRequests,
  decideRequest,
  findRequest,
  findWaitingAbout,
  lastDecidedAbout,
  limitOf,
  listWaitingRequests,
  lockRequestRow,
  refundsSubject,
  type Asking,
} from './second-person.service.ts';
import { SECOND_PERSON_KINDS } from './second-person.states.ts';

let t: TestBilling;
let first: Viewer;
let second: Viewer;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  [first, second] = [await aColleague(t.database.db), await aColleague(t.database.db)];
});
afterAll(() => t.close());
beforeEach(async () => {
  await setSum(null);
  await t.database.db.execute(sql`delete from second_person_requests`);
  order = await anActiveOrder(t);
});

const db = () => t.database.db;
const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const setSum = (amount: number | null) =>
  t.database.db.execute(sql`update company set second_person_above_cents = ${amount}`);
const asking = (changes: Partial<Asking> = {}): Asking => ({
  order_id: order.order_id,
  subject: refundsSubject(order.order_id),
  kind: 'refund',
  command: { amount_cents: 60_000, way: 'processor' },
  amount_cents: cents(60_000),
  reason: 'moved away',
  ...changes,
});
const ask = async (changes: Partial<Asking> = {}, who = first): Promise<Refusal> => {
  const decided_before = await lastDecidedAbout(db(), asking(changes));
  return askSecondPerson({ db: db(), clock: t.clock }, who, { ...asking(changes), decided_before }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );
};
const codeOf = async (refused: Promise<Refusal>) => (await refused).kind.code;
const waiting = () => findWaitingAbout(db(), refundsSubject(order.order_id));
const decision = (outcome: 'approved' | 'declined') => ({
  outcome,
  decided_by_id: second.user_id,
  decided_at: t.clock.now(),
  ...(outcome === 'declined' && { decline_reason: 'Ask the school first.' }),
});
const decide = (id: number, outcome: 'approved' | 'declined') =>
  inTx((tx) => decideRequest(tx, id, decision(outcome)));

describe('a colleague who is asked', () => {
  it('finds what was asked, by whom and about whose order; the office is mailed of it', async () => {
    const refused = await ask();
    expect(refused.extras.items).toEqual([{ asked: 'second_person' }]);
    const found = (await waiting())!;
    expect(found).toMatchObject({
      request: { kind: 'refund', amount_cents: 60_000, reason: 'moved away', outcome: null },
      asked_by: { first_name: 'Dana', last_name: 'Cole' },
      parent: { id: order.user_id },
    });
    expect(await findRequest(db(), found.request.id)).toEqual(found);
    const ref = String(found.request.id);
    const { rows } = await db().execute(sql`select
      (select count(*)::int from outbox where kind = 'orders.second_person' and ref = ${ref}) as mails,
      (select detail -> 'after' ->> 'amount_cents' from audit_log where action = 'second_person.ask'
        and subject = ${refundsSubject(order.order_id)}) as written`);
    expect(rows).toEqual([{ mails: 1, written: '60000' }]);
  });

  it('is told the sum of the company by whoever reads the refusal', async () => {
    await setSum(50_000);
    expect((await ask()).sentences[0]).toContain('Amounts above $500.00 need a second person’s approval.');
  });

  it('is asked once, however often the same is asked, whatever the order of its fields', async () => {
    const command = { amount_cents: 60_000, way: 'processor' as const };
    const turned = { way: 'processor', amount_cents: 60_000, reference: undefined };
    const codes = [
      await codeOf(ask({ command })),
      await codeOf(ask({ command: turned })),
      await codeOf(ask({ command }, second)),
    ];
    expect(codes).toEqual(Array(3).fill('second_person_asked'));
    expect(await countWaitingRequests(db())).toMatchObject({ requests: 1 });
  });

  it('is asked once by many at the same moment', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(ask())));
    expect(new Set(codes)).toEqual(new Set(['second_person_asked']));
    expect(await countWaitingRequests(db())).toMatchObject({ requests: 1 });
  });

  it.each([
    ['another sum', { command: { amount_cents: 70_000, way: 'processor' } }],
    ['another way', { command: { amount_cents: 60_000, way: 'check' } }],
    ['another kind of it', { kind: 'aid_end' as const }],
  ])('is not asked for %s of the same money meanwhile', async (_, changes) => {
    await ask();
    const refused = await ask(changes, second);
    expect(refused.kind.code).toBe('second_person_other');
    expect(refused.sentences[0]).toContain('a refund of this order ($600.00), requested by Dana Cole');
    expect((await waiting())!.request).toMatchObject({ kind: 'refund', amount_cents: 60_000 });
  });

  it.each(SECOND_PERSON_KINDS)('reads in plain words what waits already: %s', async (kind) => {
    await ask({ kind });
    const [sentence] = (await ask({ kind, command: { other: true } })).sentences;
    expect(sentence).toMatch(
      /because (a |the |declining|confirming|marking).* \(\$600\.00\), requested by Dana Cole/,
    );
  });

  it('is asked beside it about other money, and anew once it is decided', async () => {
    await ask();
    expect(await codeOf(ask({ subject: `payment:${order.later_id}`, kind: 'waiver' }))).toBe(
      'second_person_asked',
    );
    await decide((await waiting())!.request.id, 'declined');
    expect(await waiting()).toBeUndefined();
    expect(await codeOf(ask({ command: { amount_cents: 1 } }))).toBe('second_person_asked');
    expect(await countWaitingRequests(db())).toMatchObject({ requests: 2 });
  });
});

/** @shows H4.2 */
describe('a request that a colleague decides while the same is asked again', () => {
  const mailsOf = async () =>
    (await db().execute(sql`select 1 from outbox where kind = 'orders.second_person'`)).rows.length;

  it.each([
    ['approved', 'the same', {}],
    ['declined', 'the same', {}],
    ['approved', 'something else', { command: { amount_cents: 1 } }],
  ] as const)('was %s, as whoever asked %s reads', async (outcome, _, changes) => {
    await ask();
    const { id } = (await waiting())!.request;
    const mails = await mailsOf();
    // A held table of users stops the second asking between its insert and its look at what waits.
    const refused = await inTx(async (tx) => {
      await tx.execute(sql`lock table users in access exclusive mode`);
      const asked = ask(changes);
      await waitForLocks(db(), 1);
      await decideRequest(tx, id, decision(outcome));
      return { asked };
    }).then(({ asked }) => asked);
    expect(refused.kind.code).toBe('second_person_meanwhile');
    expect(refused.sentences[0]).toContain(
      `a refund of this order ($600.00), requested by Dana Cole, was ${outcome} `,
    );
    expect(await waiting()).toBeUndefined();
    expect(await mailsOf()).toBe(mails);
  });

  it('is not asked for anew by whoever looked before the decision and asks after it', async () => {
    await setSum(0);
    await ask();
    const { id } = (await waiting())!.request;
    const check = { way: 'check', reference: '1001', amount_cents: dollars(5) } as const;
    await createRefund(t.billing, aRefund(order, check));
    const deps = { db: db(), clock: t.clock };
    const act = async () => {
      try {
        return await inTx((tx) => refuseAboveSum(tx, asking()));
      } finally {
        await decide(id, 'approved');
      }
    };
    await expect(orAskSecondPerson(deps, first, act)).rejects.toMatchObject({
      kind: { code: 'second_person_meanwhile' },
    });
    expect(await waiting()).toBeUndefined();
  });

  it('is not asked for anew by whoever waited for the decision to be written', async () => {
    await ask();
    const { id } = (await waiting())!.request;
    const refused = await inTx(async (tx) => {
      await decideRequest(tx, id, decision('approved'));
      const asked = ask();
      await waitForLocks(db(), 1);
      return { asked };
    }).then(({ asked }) => asked);
    expect(refused.kind.code).toBe('second_person_meanwhile');
    expect(await waiting()).toBeUndefined();
  });
});

describe('what waits for a colleague', () => {
  it('is listed with the oldest first, page by page, and counted since then', async () => {
    expect(await countWaitingRequests(db())).toEqual({ requests: 0, oldest_at: null });
    const since = t.clock.now();
    for (const n of [1, 2, 3]) {
      await ask({ subject: `payment:${n}` });
      t.clock.advanceMs(60_000);
    }
    const all = await listWaitingRequests(db(), firstPage('oldest', 10));
    expect(all.map(({ request }) => request.subject)).toEqual(['payment:1', 'payment:2', 'payment:3']);
    const ids = all.map(({ request }) => request.id) as [number, number, number];
    const page = async (after: number | undefined, limit: number) =>
      pageOf(
        await listWaitingRequests(db(), {
          ...firstPage('oldest', limit),
          after: after === undefined ? undefined : [after],
        }),
        firstPage('oldest', limit),
        ({ request }) => [request.id],
      ).rows.map(({ request }) => request.id);
    expect(await page(undefined, 2)).toEqual(ids.slice(0, 2));
    expect(await page(ids[1], 2)).toEqual([ids[2]]);
    expect(await countWaitingRequests(db())).toEqual({ requests: 3, oldest_at: since });
    await decide(ids[0], 'approved');
    expect(await page(undefined, 10)).toEqual(ids.slice(1));
    expect((await findRequest(db(), ids[0]))!.request.outcome).toBe('approved');
  });

  it('is nothing by a number of none', async () => {
    expect(await findRequest(db(), 987_654)).toBeUndefined();
    await expect(inTx((tx) => lockRequestRow(tx, 987_654))).rejects.toThrow('no request 987654');
  });
});

describe('the sum that one person may give away', () => {
  const concede = (amount_cents: Cents, kind: 'waiver' | 'aid' = 'waiver', of = order) =>
    inTx((tx) =>
      recordConcession(tx, {
        order_id: of.order_id,
        payment_id: of.later_id,
        kind,
        amount_cents,
        reason: 'a gift',
        ...giversOf(first),
        given_at: t.clock.now(),
      }),
    );
  const isRefused = () =>
    inTx((tx) => refuseAboveSum(tx, asking())).then(
      () => false,
      (error: Error) => error.message === 'a second person is needed',
    );

  it('is the company’s: none set asks nobody, and the exact sum asks nobody', async () => {
    await concede(cents(50_000));
    expect([await limitOf(db()), await isRefused()]).toEqual([null, false]);
    await setSum(50_000);
    expect([await limitOf(db()), await isRefused()]).toEqual([50_000, false]);
    await concede(cents(1));
    expect(await isRefused()).toBe(true);
    await setSum(0);
    expect(await isRefused()).toBe(true);
  });

  it('counts concessions of every kind, and of no other order', async () => {
    await setSum(50_000);
    await concede(cents(60_000), 'waiver', await anActiveOrder(t));
    expect(await isRefused()).toBe(false);
    await concede(cents(30_000));
    await concede(cents(20_001), 'aid');
    expect(await isRefused()).toBe(true);
  });

  it.each(REFUND_STATES)('counts a refund unless its money came back to us: %s', async (state) => {
    const check = { way: 'check', reference: '1001', amount_cents: dollars(500) } as const;
    await createRefund(t.billing, aRefund(order, check));
    await db().execute(sql`update refunds set state = ${state} where payment_id = ${order.payment_id}`);
    await setSum(49_999);
    expect(await isRefused()).toBe(!UNDONE_REFUNDS.includes(state));
  });

  it('undoes what was begun and asks, and lets all else through', async () => {
    await setSum(50_000);
    const act = () =>
      inTx(async (tx) => {
        await recordConcession(tx, {
          order_id: order.order_id,
          kind: 'lowered',
          amount_cents: cents(50_001),
          reason: 'a gift',
          ...giversOf(first),
          given_at: t.clock.now(),
        });
        await refuseAboveSum(tx, asking());
      });
    const deps = { db: db(), clock: t.clock };
    await expect(orAskSecondPerson(deps, first, act)).rejects.toMatchObject({
      kind: { code: 'second_person_asked' },
    });
    expect(await waiting()).toMatchObject({ request: { asked_by_id: first.user_id } });
    expect(await isRefused(), 'nothing of it was written').toBe(false);
    expect(await orAskSecondPerson(deps, first, async () => 7)).toBe(7);
    const broken = () => Promise.reject(new Error('broken'));
    await expect(orAskSecondPerson(deps, first, broken)).rejects.toThrow('broken');
  });

  it('is given by whoever decides, or by whoever asked and the colleague who approves', () => {
    expect(giversOf(first)).toEqual({ given_by_id: first.user_id, approved_by_id: null });
    expect(giversOf(second, { asked_by_id: first.user_id })).toEqual({
      given_by_id: first.user_id,
      approved_by_id: second.user_id,
    });
  });
});

describe('a refund that a colleague approves', () => {
  const part = (changes: Partial<RefundPart> = {}) =>
    ({
      payment_id: order.payment_id,
      payment_number: 1,
      principal_cents: cents(60_000),
      surcharge_cents: cents(1_800),
      ...changes,
    }) as RefundPart;
  const approvals = () => {
    const approved: string[] = [];
    const approval = (plan: readonly RefundPart[]): Approval => ({
      asked_by_id: first.user_id,
      plan,
      approve: async () => void approved.push('approved'),
    });
    return { approved, approval };
  };
  const plan = (...parts: RefundPart[]) => ({ parts, amount_cents: cents(61_800) }) as never;
  const about = () => ({ ...asking(), command: { way: 'processor' } });

  /** @shows MH3.1 */
  it('is the one that was shown, or none', async () => {
    const { approved, approval } = approvals();
    await inTx((tx) => agreeToRefund(tx, plan(part()), about(), approval([part()])));
    expect(approved).toEqual(['approved']);
    for (const other of [
      part({ principal_cents: cents(60_001) }),
      part({ payment_id: order.later_id, payment_number: 2 }),
      part({ principal_cents: cents(61_800), surcharge_cents: cents(0) }),
    ])
      await expect(
        inTx((tx) => agreeToRefund(tx, plan(other), about(), approval([part()]))),
      ).rejects.toMatchObject({ kind: { code: 'second_person_changed' } });
    expect(approved).toEqual(['approved']);
  });

  it('says what was shown and what it would be now, fees included', () => {
    const refuse = () =>
      refuseOtherPlan(approvals().approval([part()]), [part(), part({ payment_number: 2 })]);
    const refused = (() => {
      try {
        refuse();
      } catch (error) {
        return error as Refusal;
      }
    })();
    expect(refused!.sentences[0]).toContain('$618.00 was requested, and $1,236.00 would be refunded now');
  });

  it('is asked for with its plan in it, where the sum of the company is passed', async () => {
    const check = { way: 'check', reference: '1001', amount_cents: dollars(5) } as const;
    await createRefund(t.billing, aRefund(order, check));
    await setSum(0);
    const act = () => inTx((tx) => agreeToRefund(tx, plan(part()), about(), undefined));
    await orAskSecondPerson({ db: db(), clock: t.clock }, first, act).catch(() => undefined);
    expect((await waiting())!.request).toMatchObject({
      command: { way: 'processor', plan: [{ payment_number: 1, principal_cents: 60_000 }] },
      amount_cents: 61_800,
    });
  });

  it('of a request from before plans were kept has an empty one, so that it is asked for anew', () => {
    expect(shownPlanShape.parse(undefined)).toEqual([]);
    expect(() => refuseOtherPlan(approvals().approval([]), [part()])).toThrow('second_person_changed');
    expect(shownPlanShape.safeParse([{ payment_id: 1, payment_number: 1 }]).success).toBe(false);
  });
});
