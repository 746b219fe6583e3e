import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { plainDate } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { explain } from './close-difference.service.ts';
import { readReconciliationOf } from './read-reconciliation.service.ts';
import { reconcile } from './reconcile.service.ts';

let shop: SeasonApp;
beforeAll(async () => {
  shop = await openSeasonApp();
});
afterAll(() => shop.close());

const read = () => readReconciliationOf(shop.context.db, shop.context.clock);
const mails = () =>
  shop.context.mail.sent.filter(
    ({ subject }) => subject === 'Our ledger and the payment processor don’t match',
  );

async function night(day: string) {
  shop.context.clock.moveToDay(plainDate(day), 4);
  await reconcile(shop.context.billing);
  await drainJobs(shop.context);
}

/** @shows S18.12 MP10.10 */
it('the office is mailed of a new difference, and once a week while one is open', async () => {
  shop.context.clock.moveToDay(plainDate('2026-04-10'), 12);
  await night('2026-04-11');
  expect(await read()).toMatchObject({ run: { is_whole: true }, open: [] });
  await shop.context.db.execute(sql`insert into sandbox.movements (kind, amount_cents, at)
    values ('other', 700, ${shop.context.clock.now()})`);
  await night('2026-04-13');
  await reconcile(shop.context.billing);
  await drainJobs(shop.context);
  expect(mails()).toHaveLength(1);
  const [{ text, to }] = mails() as [ReturnType<typeof mails>[number]];
  expect(text).toContain('$7.00');
  expect(text).toContain('2 days');
  expect(to).toHaveLength(1);
  for (const day of ['14', '15', '16', '17', '18', '19']) await night(`2026-04-${day}`);
  expect(mails()).toHaveLength(1);
  await night('2026-04-20');
  expect(mails()).toHaveLength(2);
  for (const day of ['21', '22', '23', '24', '25', '26']) await night(`2026-04-${day}`);
  expect(mails()).toHaveLength(2);
  const { id } = (await read()).open[0]!;
  const { user_id } = await aColleague(shop.context.db);
  await explain(shop.context.billing, { user_id } as Viewer, { id, explanation: 'Ours by mistake.' });
  await night('2026-05-04');
  expect(mails()).toHaveLength(2);
  expect(await read()).toMatchObject({ open: [], closed: [{ id, explanation: 'Ours by mistake.' }] });
});

/** @shows MP10.10 */
it('another difference is mailed in the night that finds it, and begins the week anew', async () => {
  const before = mails().length;
  const plant = (amount_cents: number) =>
    shop.context.db.execute(sql`insert into sandbox.movements (kind, amount_cents, at)
      values ('other', ${amount_cents}, ${shop.context.clock.now()})`);
  await plant(300);
  await night('2026-05-06');
  expect(mails()).toHaveLength(before + 1);
  await plant(400);
  await night('2026-05-09');
  expect(mails()).toHaveLength(before + 2);
  await night('2026-05-13');
  expect(mails()).toHaveLength(before + 2);
  await night('2026-05-16');
  expect(mails()).toHaveLength(before + 3);
});
