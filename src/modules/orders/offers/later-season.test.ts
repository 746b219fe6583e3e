import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { offersOf } from '#tests/support/app/offers.ts';
import { anOffer, openSeasonApp, type Offer, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
let seasons: SeasonFolder;
let roundTrip: Offer;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
}, 60_000);
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

/** A school year like the present one, which opens in June. */
async function addSeason() {
  const add = (season: Loose) => {
    const [current] = season.periods;
    const program_groups = current.program_groups
      .filter((one: Loose) => one.program_group === 'hm')
      .map((one: Loose) => ({ ...one, is_active: true, opens_at: '2026-06-01T10:00' }));
    const programs = current.programs.filter((one: Loose) => one.program === 'hm-lower');
    const added = { ...current, name: 'next', text: 'Next year', is_current: false };
    season.periods = [{ ...added, program_groups, programs }];
  };
  await importSeasonFile(shop.context, await seasons.write(add));
  const { rows } = await shop.context.db.execute<{
    route_id: number;
    period_id: number;
    term_id: number;
  }>(sql`
    select r.id::int as route_id, p.id::int as period_id, t.id::int as term_id from routes r
    join period_programs pp on pp.id = r.period_program_id join periods p on p.id = pp.period_id
    join payment_terms t on t.route_id = r.id and t.identifier = 'HML-RT-S2'
    where p.name = 'next' and r.name = 'Round trip'`);
  return rows[0]!;
}

/** @shows OF3.1 OF3.2 */
it('an offer is made for a school year that opens later, with a reason', async () => {
  const { route_id, period_id, term_id } = await addSeason();
  const offers = offersOf(
    shop,
    () => ({ ...roundTrip, route_id, term: () => term_id }),
    () => staff,
  );
  const buyer = await offers.aVerifiedBuyer();
  const refused = await offers.make(buyer);
  const made = await offers.make(buyer, { although_closed: 'The family moves here in the fall' });
  expect([refused.status, made.status]).toEqual([422, 200]);
  const { chosen, period } = (await staff.call('GET', `/admin/offers/${made.items[0].id}`)).items[0];
  expect([chosen.period_id, period]).toEqual([period_id, 'Next year']);
  const [choices] = (await staff.call('GET', '/admin/list-choices')).items;
  expect(choices.seasons[0]).toMatchObject({ id: period_id, is_current: false, is_draft: false });
});
