import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import {
  aBuyer,
  anOffer,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { inLane } from '#tests/support/lane.ts';
import type { Board, BoardRoute } from './board.contract.ts';

let shop: SeasonApp;
let staff: StaffMember;
let buyer: Buyer;
let offer: Offer;
let period_id: number;
let termIds: number[];
let today: PlainDate;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  buyer = await aBuyer(shop.app);
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const { period_program_id } = offer;
  const { rows } = await shop.context.db.execute<{ id: number; period_id: number }>(sql`
    select t.id, sold.period_id from payment_terms t join routes r on r.id = t.route_id
    join period_programs sold on sold.id = r.period_program_id where sold.id = ${period_program_id}`);
  period_id = rows[0]!.period_id;
  termIds = rows.map(({ id }) => id);
  today = shop.context.clock.today();
});
afterAll(() => shop.close());

// Most are on, or the first of many reasons would hide the others.
const isOn = fc.integer({ min: 0, max: 7 }).map((n) => n > 0);
const offset = fc.option(fc.integer({ min: -2, max: 2 }), { nil: null });

const aTerm = fc
  .record({
    days: fc.tuple(offset, offset),
    is_active: isOn,
    is_staff: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    deposit: fc.constantFrom(100_000, 100_000, 120_000, 4_999),
  })
  .map(({ days: [one, other], ...term }) =>
    one !== null && other !== null && one > other
      ? { ...term, from: other, thru: one }
      : { ...term, from: one, thru: other },
  );

const aCatalog = fc.record({
  isPublished: isOn,
  school: isOn,
  schoolInSeason: isOn,
  isCurrent: isOn,
  hours: fc.constantFrom(...([null, null, null, 'before', 'open', 'after'] as const)),
  program: isOn,
  programInSeason: isOn,
  routes: fc.tuple(isOn, isOn, isOn),
  terms: fc.array(aTerm, { minLength: 12, maxLength: 12 }),
});
type DrawnCatalog = typeof aCatalog extends fc.Arbitrary<infer T> ? T : never;

/** Neither hour is of the last minutes, in which an open checkout may be finished. */
function hoursOf({ hours }: DrawnCatalog) {
  const at = (minutes: number) => new Date(shop.context.clock.now().getTime() + minutes * MINUTE_MS);
  if (hours === null) return { opens_at: null, closes_at: null };
  const [opens, closes] = { before: [30, 90], open: [-90, 30], after: [-90, -30] }[hours];
  return { opens_at: at(opens!).toISOString(), closes_at: at(closes!).toISOString() };
}

async function write(drawn: DrawnCatalog): Promise<void> {
  const { program_id, period_program_id } = offer;
  const hours = hoursOf(drawn);
  const day = (at: number | null) => (at === null ? null : addDays(today, at));
  const terms = drawn.terms.map(({ from, thru, ...term }, at) => ({
    ...term,
    id: termIds[at]!,
    from: day(from),
    thru: day(thru),
  }));
  await shop.context.db.transaction(async (tx) => {
    await tx.execute(
      sql`update periods set published_at = ${drawn.isPublished ? sql`now()` : null} where id = ${period_id}`,
    );
    await tx.execute(sql`update program_groups set is_active = ${drawn.school},
      current_period_id = ${drawn.isCurrent ? period_id : null} where path = 'hm'`);
    await tx.execute(sql`update period_program_groups g set is_active = ${drawn.schoolInSeason},
        opens_at = ${hours.opens_at}, closes_at = ${hours.closes_at}
      from program_groups s
      where s.id = g.program_group_id and s.path = 'hm' and g.period_id = ${period_id}`);
    await tx.execute(sql`update programs set is_active = ${drawn.program} where id = ${program_id}`);
    await tx.execute(
      sql`update period_programs set is_active = ${drawn.programInSeason} where id = ${period_program_id}`,
    );
    await tx.execute(sql`update routes r set is_active = (${JSON.stringify(drawn.routes)}::jsonb
        -> (place.n::int - 1))::boolean
      from (select id, row_number() over (order by id) as n from routes
        where period_program_id = ${period_program_id}) place where place.id = r.id`);
    await tx.execute(sql`update payment_terms t set from_dt = d.from, thru_dt = d.thru,
        is_active = d.is_active, is_admin_only = d.is_staff, deposit_cents = d.deposit
      from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
        d(id bigint, "from" date, thru date, is_active boolean, is_staff boolean, deposit bigint)
      where d.id = t.id`);
  });
}

async function routesOnBoard(): Promise<readonly BoardRoute[]> {
  const { items } = await staff.call('GET', `/admin/seasons/${period_id}/board`);
  const { schools } = items[0] as Board;
  const programs = schools.flatMap((school) => school.programs);
  return programs.find(({ id }) => id === offer.program_id)!.routes;
}

/** @returns what the year costs in cents, paid by bank; null if the family is refused */
async function quoted(route_id: number, payment_term_id: number): Promise<number | null> {
  const { program_id, grade_id } = offer;
  const { student_id } = buyer;
  const contract = { program_id, route_id, grade_id, student_id, payment_term_id };
  const answer = await buyer.call('POST', '/order/quote', { contract });
  expect([200, 422]).toContain(answer.status);
  return answer.status === 200 ? answer.items[0].by_payment_type.paymentTypeAch.year_total_cents : null;
}

/** @shows AC24 SE1.5 */
it('the board offers what a family is quoted, and a reason where every term is refused', async () => {
  const reasons = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(aCatalog, async (drawn) => {
      await write(drawn);
      for (const route of await routesOnBoard()) {
        reasons.add(route.why_not?.reason);
        expect(route.prices.length > 0).toBe(route.why_not === null);
        for (const { id } of route.terms) {
          const price = route.prices.find(({ payment_term_id }) => payment_term_id === id);
          expect(await quoted(route.id, id)).toBe(price?.total_cents ?? null);
        }
      }
    }),
    { numRuns: inLane({ short: 100, long: 500 }) },
  );
  expect(reasons.size).toBeGreaterThan(8);
}, 600_000);
