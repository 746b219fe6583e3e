import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { anOffer, openSeasonApp, type Offer, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let offer: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
}, 60_000);
afterAll(() => shop.close());

const run = async (query: ReturnType<typeof sql>): Promise<any[]> =>
  (await shop.context.db.execute(query)).rows;
const look = () => drainJobs(shop.context, ['catalog.find-checks']);
const entries = async (): Promise<any[]> =>
  (await staff.call('GET', '/admin/worklist?kind=season_check')).items[0].rows;
const seasonOf = async (): Promise<number> =>
  (
    await run(sql`select pp.period_id::int as id from period_programs pp
      where pp.id = ${offer.period_program_id}`)
  )[0].id;

describe('a check that stops a sale', () => {
  /** @shows OF9.2 */
  it('is found by the next look, stands since then, leads to its season, and goes once mended', async () => {
    const [{ schedule }] = await run(sql`select contract_text as schedule from period_programs
      where id = ${offer.period_program_id}`);
    await run(sql`update period_programs set contract_text = '' where id = ${offer.period_program_id}`);
    expect(await entries()).toEqual([]);
    await look();
    const [entry] = await entries();
    expect(entry.subject).toContain('/no_contract_text/');
    expect(entry.path).toBe(`/admin/seasons/${await seasonOf()}/checks`);
    expect([entry.title, entry.topic].join(' ')).not.toMatch(/^ | $|\$/);
    shop.context.clock.advanceMs(1000);
    await Promise.all([look(), look()]);
    expect((await entries()).map(({ since }) => since)).toEqual([entry.since]);
    await run(sql`update period_programs set contract_text = ${schedule}
      where id = ${offer.period_program_id}`);
    await look();
    expect(await entries()).toEqual([]);
  });

  /** @shows OF9.2 */
  it('of a draft, or of a season that is over, is nobody’s work', async () => {
    const id = await seasonOf();
    await run(sql`update routes set contract_pdf = 'gone.pdf' where id = ${offer.route_id}`);
    await look();
    expect(await entries()).toHaveLength(1);
    await run(sql`update periods set published_at = null where id = ${id}`);
    await look();
    expect(await entries()).toEqual([]);
    await run(sql`update periods set published_at = now() where id = ${id}`);
    await look();
    expect(await entries()).toHaveLength(1);
    await run(
      sql`update periods set ends_on = ${new Date(shop.context.clock.now().getTime() - 2 * DAY_MS)
        .toISOString()
        .slice(0, 10)} where id = ${id}`,
    );
    await look();
    expect(await entries()).toEqual([]);
  });
});
