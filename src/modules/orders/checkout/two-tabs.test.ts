import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeAidCode, checkOutWithAid, theLowerSchool } from '#tests/support/app/aid-to-confirm.ts';
import {
  aBuyer,
  aCard,
  aContract,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { waitForLocks } from '#tests/support/database/wait-for-locks.ts';

let shop: SeasonApp;
beforeAll(async () => {
  shop = await openSeasonApp();
  await changeAidCode(shop, { needs_confirmation: true });
});
afterAll(() => shop.close());

/** Orders wait right after their insert, for the check of their product, while `during` runs. */
const whileOrdersWait = (during: () => Promise<void>): Promise<void> =>
  shop.context.db.transaction(async (tx) => {
    await tx.execute(sql`select from products for update`);
    await during();
  });

it('a press with a new card and a press with aid in another tab end as one order', async () => {
  const buyer = await aBuyer(shop.app, { guardian_2_email: 'second@okafor.example' });
  const contract = aContract(buyer, await theLowerSchool(shop), 'HML-RT-FE');
  let charged!: ReturnType<typeof checkOut>;
  let withAid!: ReturnType<typeof checkOutWithAid>;
  await whileOrdersWait(async () => {
    charged = checkOut(shop.app, buyer, { contract, payment: aCard() });
    await waitForLocks(shop.context.db, 1);
    withAid = checkOutWithAid(shop, { amount: 1000, buyer, payment: aCard('4242424242424242') });
    await waitForLocks(shop.context.db, 2);
  });
  expect((await charged).status).toBe(200);
  // 503 while the charge of the first press is on its way.
  expect([409, 503]).toContain((await withAid).answer.status);
  expect((await buyer.call('GET', '/order')).items).toHaveLength(1);
});
