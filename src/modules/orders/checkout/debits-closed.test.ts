import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { changeAidCode, checkOutWithAid, claimOf, confirmAid } from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.context.db.execute(sql`update collection_stops set released_at = now()`);
});

const buy = async (payment: object, buyer?: Buyer) => {
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const family = buyer ?? (await aBuyer(shop.app));
  const user = { email: family.email, password: family.password };
  const contract = aContract(family, offer, 'HML-RT-S2');
  return { family, answer: await checkOut(shop.app, family, { contract, payment, user }) };
};

const beyondLimit = () => buy(aBankAccount(TEST_ACCOUNTS.debitsOverLimit));
const closedWays = async () => {
  const answer = await shop.app.inject({ method: 'GET', url: '/api/server/info' });
  return answer.json().items[0].closed_ways;
};
const count = async (table: string) =>
  (await shop.context.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`))
    .rows[0]!.n;

describe('a checkout by bank', () => {
  /** @shows MS2.5 */
  it('that meets the limit of the company charges nothing and blames no bank', async () => {
    const { answer, family } = await beyondLimit();
    expect(answer).toMatchObject({ status: 402 });
    expect(answer.errors.join()).toContain('our company has reached a limit of its own');
    await drainJobs(shop.context, ['outbox.drain']);
    const told = shop.context.mail.sent.filter(({ to }) => to.includes(family.email));
    expect(told.map(({ ref }) => ref)).toEqual([expect.stringMatching(/^accounts\.verify_email/)]);
    const [office] = shop.context.mail.sent.filter(({ ref }) => ref.startsWith('billing.limit_reached'));
    expect(office!.subject).toBe('Ask Stripe to raise the limit of bank debits');
    expect(office!.text).toContain('are attempted again on 04/13/2026');
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  /** @shows MS2.5 */
  it('is refused while debits have stopped, before anything is signed, saved or charged', async () => {
    expect(await closedWays()).toEqual([]);
    await beyondLimit();
    expect(await closedWays()).toEqual(['bank']);
    const tables = ['orders', 'payment_methods', 'charge_attempts'];
    const before = await Promise.all(tables.map(count));
    const { answer, family } = await buy(aBankAccount());
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.errors.join()).toContain('Paying by bank account isn’t available right now');
    expect(await Promise.all(tables.map(count))).toEqual(before);
    expect((await buy(aCard(), family)).answer.status).toBe(200);
  });

  /** @shows MS2.3 */
  it('is taken again from the next banking day on', async () => {
    await beyondLimit();
    const clock = shop.context.clock;
    const now = clock.now();
    clock.moveToDay(plainDate('2026-04-13'), 1);
    expect(await closedWays()).toEqual([]);
    clock.moveTo(now);
  });
});

describe('an order that waits for its aid', () => {
  /** @shows MS2.5 */
  it('by bank is not begun while debits have stopped, and is not confirmed into a refusal', async () => {
    await changeAidCode(shop, { needs_confirmation: true });
    const waiting = await checkOutWithAid(shop, { amount: 1000, payment: aBankAccount() });
    expect(waiting.answer.status).toBe(200);
    await beyondLimit();
    const late = await checkOutWithAid(shop, { amount: 1000, payment: aBankAccount() });
    expect(late.answer.status).toBe(409);
    const confirmed = await confirmAid(staff, waiting.order_id);
    expect(confirmed.status).toBe(409);
    expect(confirmed.errors.join()).toContain('bank debits have stopped');
    expect(await claimOf(staff, waiting.order_id)).toBeDefined();
    await shop.context.db.execute(sql`update collection_stops set released_at = now()`);
    expect((await confirmAid(staff, waiting.order_id)).status).toBe(200);
  });
});
