import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckouts } from '#db/tables/seats.ts';
import { studentImages } from '#db/tables/students.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { send, type Answer, type Person } from '#tests/support/app/people.ts';
import { aBuyer, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';

let shop: SeasonApp;
let staff: Person;
let routes: Sold[];
let season: number;
let today: PlainDate;

type Sold = { route: any; takesAid: boolean; program_id: number; grade_id: number | undefined };

beforeAll(async () => {
  shop = await openSeasonApp();
  const { db, clock } = shop.context;
  today = clock.today();
  staff = await aStaffMember(shop.app, db);
  const [school] = await read('/program_group_path/get/path/hm');
  season = school.current_period_id;
  // One school sells by its hours: neither before them nor after them.
  await db.execute(sql`update period_program_groups set
    opens_at = ${at(addDays(today, -20), 8)}::timestamptz,
    closes_at = ${at(addDays(today, 100), 20)}::timestamptz
    where period_id = ${season} and program_group_id = ${school.id}`);
  routes = await routesOfSeason();
});
afterAll(() => shop.close());

const at = (day: PlainDate, hour: number) => `${day} ${hour}:00 America/New_York`;
const read = async (url: string): Promise<any[]> => (await send(shop.app, { method: 'GET', url })).items;

async function routesOfSeason(): Promise<Sold[]> {
  const found: Sold[] = [];
  for (const program of await read(`/period/program/read/all/${season}`)) {
    const [grade] = await read(`/program/grade/read/all/${program.program_id}`);
    for (const route of await read(`/route/read/all/${program.id}/1`))
      found.push({
        route,
        takesAid: program.accept_financial_aid,
        program_id: program.program_id,
        grade_id: grade?.id,
      });
  }
  return found;
}

function drawn(chance: Chance): { day: PlainDate; contract: object } {
  const { route, program_id, grade_id } = chance.oneOf(routes);
  const terms = route.payment_terms as { id: number }[];
  const addons = (route.addons as { id: number }[]).filter(() => chance.percent(50));
  return {
    day: addDays(today, chance.upTo(260) - 60),
    contract: {
      program_id,
      grade_id,
      student_id: 1,
      route_id: route.id,
      payment_term_id: chance.oneOf(terms).id,
      addon_ids: addons.map(({ id }) => id),
    },
  };
}

const preview = (body: object, day: PlainDate, as = 'parent'): Promise<Answer> =>
  send(shop.app, {
    method: 'POST',
    url: '/order/quote',
    payload: body,
    headers: {
      authorization: `Bearer ${staff.tokens.access_token}`,
      'preview-season': String(season),
      'preview-on': day,
      'preview-as': as,
    },
  });

/** A parent at the portal while its clock stands on the day. */
async function quoteOfParent(contract: object, day: PlainDate): Promise<Answer> {
  const { clock, db } = shop.context;
  const now = clock.now();
  clock.moveToDay(day, 9);
  try {
    const { student_id, ...buyer } = await aBuyer(shop.app);
    const path = `students/${student_id}.jpg`;
    await db.insert(studentImages).values({ student_id, path, created_at: clock.now() });
    return await buyer.call('POST', '/order/quote', { contract: { ...contract, student_id } });
  } finally {
    clock.moveTo(now);
  }
}

const told = ({ status, items, errors, fields }: Answer) => ({ status, items, errors, fields });

/** @shows AC24 SE7.5 */
describe('the price of a preview', () => {
  it('is what a parent is told on the day, for 100 drawn days and routes', async () => {
    const chance = chanceOf(75);
    let priced = 0;
    for (let n = 0; n < 100; n += 1) {
      const { day, contract } = drawn(chance);
      const shown = told(await preview({ contract }, day));
      expect({ n, day, ...shown }).toEqual({ n, day, ...told(await quoteOfParent(contract, day)) });
      if (shown.status === 200) priced += 1;
    }
    expect(priced).toBeGreaterThan(20);
    expect(priced).toBeLessThan(90);
  }, 120_000);

  it('of a draft is the price after its publication', async () => {
    const { db } = shop.context;
    const { day, contract } = { ...drawn(chanceOf(5)), day: addDays(today, 10) };
    const published = told(await preview({ contract }, day));
    await db.execute(sql`update periods set published_at = null where id = ${season}`);
    expect(told(await preview({ contract }, day))).toEqual(published);
    await db.execute(sql`update periods set published_at = now() where id = ${season}`);
  });
});

/** @shows SE7.3 */
describe('a made-up child', () => {
  const offered = (matches: (sold: Sold) => boolean) => {
    const { route, program_id, grade_id } = routes.find(matches)!;
    const term = route.payment_terms.find((one: any) => !one.from_dt || one.from_dt <= today);
    return { program_id, grade_id, student_id: 1, route_id: route.id, payment_term_id: term.id };
  };
  const hasSiblings = ({ route }: Sold) => route.discounts.some((one: any) => one.is_sibling_discount);

  it('has the discount of a second child by any number, and no number is looked up', async () => {
    const contract = offered(hasSiblings);
    const { route } = routes.find((one) => one.route.id === contract.route_id)!;
    const discount = route.discounts.find((one: any) => one.is_sibling_discount);
    const route_discounts = [{ id: discount.id, contract_number: 'HM-000001' }];
    const answer = await preview({ contract: { ...contract, route_discounts } }, today);
    expect(answer.errors).toEqual([]);
    expect(answer.items[0].discount_cents).toBeGreaterThan(0);
  });

  it('has an aid amount by any code', async () => {
    const contract = offered(({ takesAid }) => takesAid);
    const aid = { code: 'ANY', amount: 500 };
    const answer = await preview({ contract, financial_aid: aid }, today);
    expect(answer.errors).toEqual([]);
    expect(answer.items[0].net_cents).toBeLessThanOrEqual(answer.items[0].subtotal_cents);
    expect(answer.items[0]).not.toEqual((await preview({ contract }, today)).items[0]);
  });

  it('is in no open checkout', async () => {
    await preview({ contract: offered(() => true) }, today);
    const [user] = (await staff.call('GET', '/user')).items;
    const noted = await shop.context.db.select().from(openCheckouts);
    expect(noted.filter(({ user_id }) => user_id === user.id)).toEqual([]);
  });
});
