import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { addDays } from '#kit/plain-date.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { drawAidCode } from './aid-codes.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let offer: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const create = (body: object, who: { call: StaffMember['call'] } = staff) =>
  who.call('POST', '/admin/aid-codes', { period_program_id: offer.period_program_id, ...body });

describe('a new aid code', () => {
  /** @shows H6.12 */
  it('is twelve characters by chance, and for one student or a number of uses', async () => {
    const drawn = Array.from({ length: 500 }, drawAidCode);
    for (const code of drawn) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}$/);
    expect(new Set(drawn).size).toBe(500);
    const { status, items } = await create({ max_uses: 2 });
    expect([status, items[0]]).toMatchObject([
      200,
      { code: expect.stringMatching(/^[\w-]{14}$/), max_uses: 2, uses: 0, student_id: null },
    ]);
    const nobodys = await create({});
    expect([nobodys.status, Object.keys(nobodys.fields)]).toEqual([422, ['max_uses']]);
  });

  it('is not made for a program without financial aid, nor with a last day in the past', async () => {
    const { period_program_id } = offer;
    const refusedAs = async (body: object) => {
      const { status, fields } = await create({ max_uses: 1, ...body });
      return [status, fields];
    };
    await shop.context.db.execute(sql`update period_programs set accept_financial_aid = false
      where id = ${period_program_id}`);
    expect(await refusedAs({})).toEqual([
      422,
      { period_program_id: ['Financial aid is not available for this program.'] },
    ]);
    await shop.context.db.execute(sql`update period_programs set accept_financial_aid = true
      where id = ${period_program_id}`);
    const yesterday = addDays(shop.context.clock.today(), -1);
    for (const expires_on of ['today-1d', yesterday])
      expect(await refusedAs({ expires_on })).toEqual([
        422,
        { expires_on: ['The date can’t be in the past.'] },
      ]);
    expect((await create({ max_uses: 1, expires_on: 'today' })).status).toBe(200);
  });

  it('is good for its student alone, at once', async () => {
    const [family, other] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const [{ code }] = (await create({ student_id: family.student_id, awarded_amount: 900 })).items;
    const buy = (buyer: typeof family) =>
      checkOut(shop.app, buyer, {
        contract: aContract(buyer, offer, 'HML-RT-FE'),
        payment: aCard(),
        financial_aid: { code: code.toLowerCase(), amount: 900 },
      });
    expect((await buy(other)).status).toBe(422);
    expect((await buy(family)).status).toBe(200);
    const [newest] = (await staff.call('GET', `/admin/aid-codes/${offer.period_program_id}`)).items;
    expect(newest).toMatchObject({ code, uses: 1, awarded_amount: 900, least_amount: null });
  });

  it('is made by staff alone, of what exists, with a row in the audit log', async () => {
    const parent = await aBuyer(shop.app);
    for (const who of [parent, await impersonate(shop.app, staff, parent)])
      expect((await create({ max_uses: 1 }, who)).status).toBe(403);
    expect((await create({ student_id: 987_654 })).status).toBe(404);
    expect((await create({ period_program_id: 987_654, max_uses: 1 })).status).toBe(404);
    const [{ id, code }] = (await create({ max_uses: 1 })).items;
    const { rows } = await shop.context.db.execute(
      sql`select actor_id::int, detail from audit_log where subject = ${`financial_aid_code:${id}`}`,
    );
    expect(rows).toMatchObject([{ actor_id: staff.user_id, detail: { after: { max_uses: 1 } } }]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
