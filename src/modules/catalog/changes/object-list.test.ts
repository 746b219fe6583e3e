import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const shownNames = async (kind: string): Promise<string[]> =>
  (await staff.call('GET', `/admin/catalog/${kind}`)).items.map(({ name, text }) => text ?? name);

/** @shows SE2.1 */
it('schools are listed by their names for families, and news by their titles', async () => {
  expect(await shownNames('program_group')).toContain('Hillmark School (HM)');
  const news = await shownNames('news_item');
  expect(news.length).toBeGreaterThan(0);
  expect(news.filter((name) => name.includes('<'))).toEqual([]);
});
