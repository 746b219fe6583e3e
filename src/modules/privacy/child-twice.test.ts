import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleMatter } from '#modules/billing/worklist/list-matters.service.ts';
import { forgetAuditTexts } from '#platform/audit/audit.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { listFamilyRows, listSubjectsOf } from './family-rows.queries.ts';

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());

const userOf = async (who: Buyer): Promise<number> => (await who.call('GET', '/user')).items[0].id;
const words = async () =>
  (await shop.context.db.execute(sql`select text from audit_texts where text = 'two cousins'`)).rows.length;

/** @shows MC10.4 */
it('an issue about a child of two families is in the data of neither; its words go with each', async () => {
  const { app, context } = shop;
  const { db } = context;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  for (const nr of [0, 1]) {
    const child = { first_name: `Ifeoma${nr}`, date_of_birth: '09/14/2018' };
    const families = [await aBuyer(app, child), await aBuyer(app, child)];
    const orders = [];
    for (const who of families) {
      const body = { contract: aContract(who, offer, 'HML-RT-S2'), payment: aCard() };
      orders.push((await checkOut(app, who, body)).items[0].id);
    }
    const staff = await aColleague(db);
    const settled = { kind: 'child_twice', subject: `same_child:${orders[1]}`, done: 'two cousins' } as const;
    await db.transaction((tx) => settleMatter(tx, context.clock, staff, settled));
    for (const who of families) {
      const user_id = await userOf(who);
      const records = await db.transaction((tx) => listFamilyRows(tx, 'records', user_id));
      expect(JSON.stringify(records)).not.toMatch(/child_twice|same_child|two cousins/);
    }
    expect(await words()).toBe(1);
    const user_id = await userOf(families[nr]!);
    await db.transaction(async (tx) => forgetAuditTexts(tx, user_id, await listSubjectsOf(tx, user_id)));
    expect(await words()).toBe(0);
  }
});
