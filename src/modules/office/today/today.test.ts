import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { checkOutWithAid } from '#tests/support/app/aid-to-confirm.ts';
import { onFourPayments } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import { countStatements } from '#tests/support/database/count-statements.ts';
import type { WaitingKey } from './today.contract.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const waitingFor = async (who: StaffMember) => (await who.call('GET', '/admin/today')).items[0].waiting;
const rowsOf = async (path: string) => (await staff.call('GET', path)).items[0].rows.length as number;

/** The list of each entry, which is shorter than a page here. */
const LISTS: Record<Exclude<WaitingKey, 'money' | 'differences'>, string> = {
  requests: '/admin/requests?state=requested,in_work,under_way',
  approvals: '/admin/approvals',
  claims: '/admin/aid?state=to_confirm',
  paper: '/admin/printed-contracts?state=put_aside',
  owed: '/admin/owed',
  applications: '/admin/applications?state=open',
  mails: '/admin/mails?state=given_up',
  work: '/admin/worklist',
};

async function aGivenUpMail(): Promise<void> {
  const { db, clock } = shop.context;
  const note = { kind: 'note', ref: 'given-up', payload: {} };
  await db.transaction((tx) => enqueue(tx, clock.now(), note));
  await db.execute(sql`update outbox set given_up_at = now() where ref = 'given-up'`);
}

async function aPaymentOfYesterday(): Promise<void> {
  const yesterday = addDays(shop.context.clock.today(), -1);
  await shop.context.db.execute(
    sql`update payments set pay_on = ${yesterday} where paid_at is null
      and order_id in (select id from orders where status = 'active')`,
  );
}

describe('the work that waits', () => {
  /** @shows OF0.4 */
  it('is counted for each entry of the menu as its list shows', async () => {
    await checkOutWithAid(shop, { amount: 100 });
    await onFourPayments(shop, aCard());
    await aPaymentOfYesterday();
    await apply(shop.app, aJobApplication());
    await apply(shop.app, aJobApplication({ name: 'Handled Already' }));
    await shop.context.db.execute(
      sql`update job_applications set handled_at = now() where name = 'Handled Already'`,
    );
    await aGivenUpMail();
    const waiting = await waitingFor(staff);
    const listed = await Promise.all(
      Object.entries(LISTS).map(async ([kind, path]) => [kind, await rowsOf(path)] as const),
    );
    expect(waiting).toMatchObject(Object.fromEntries(listed));
    expect(waiting.money).toBe((await staff.call('GET', '/admin/money')).items.length);
    expect(waiting).toMatchObject({ claims: 1, applications: 1, mails: 1, differences: 0 });
    expect(waiting.owed).toBeGreaterThan(0);
  });

  /** @shows OF0.4 */
  it('is told by the rights of the reader', async () => {
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect(Object.keys(await waitingFor(dispatcher))).toEqual(['work']);
    expect(Object.keys(await waitingFor(staff))).toHaveLength(10);
  });

  /** @shows OF0.4 */
  it('costs as many statements with more work', async () => {
    const before = await countStatements(shop.context.database.pool, () => waitingFor(staff));
    for (const name of ['One More', 'Two More']) await apply(shop.app, aJobApplication({ name }));
    expect(await countStatements(shop.context.database.pool, () => waitingFor(staff))).toBe(before);
  });
});
