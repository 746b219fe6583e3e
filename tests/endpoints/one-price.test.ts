import { afterAll, beforeAll, expect, test } from 'vitest';
import { studentImages } from '#db/tables/students.ts';
import { emptyDraft } from '#app/routes/contract/wizard/draft.ts';
import { instantQuote, priceListOf } from '#app/routes/contract/wizard/instant-quote.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import type { PeriodProgram, Route } from '#modules/catalog/routes/routes.contract.ts';
import { send } from '#tests/support/app/people.ts';
import { aBuyer, openSeasonApp, type Buyer, type SeasonApp } from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let buyer: Buyer;

beforeAll(async () => {
  shop = await openSeasonApp();
  buyer = await aBuyer(shop.app);
  // The Ridgeway lower school sells to students with a photo only.
  await shop.context.db.insert(studentImages).values({
    student_id: buyer.student_id,
    path: 'students/test.jpg',
    created_at: shop.context.clock.now(),
  });
});
afterAll(() => shop.close());

const read = async (url: string): Promise<any[]> => (await send(shop.app, { method: 'GET', url })).items;

/** Every selection of at most two add-ons. */
const selections = (ids: number[]) => [
  [],
  ...ids.map((id) => [id]),
  ...ids.flatMap((id, i) => ids.slice(i + 1).map((other) => [id, other])),
];

async function periodPrograms(): Promise<PeriodProgram[]> {
  const schools = (await read('/program_group/read/all')).filter((school) => school.is_active);
  const currentPeriods = [...new Set(schools.map((school) => school.current_period_id as number))];
  const programs = await Promise.all(
    currentPeriods.map((period) => read(`/period/program/read/all/${period}`)),
  );
  return programs.flat().filter((program) => program.is_active);
}

async function serverQuote(program: PeriodProgram, route: Route, termId: number, addonIds: number[]) {
  const [grade] = await read(`/program/grade/read/all/${program.program_id}`);
  const contract = {
    program_id: program.program_id,
    student_id: buyer.student_id,
    route_id: route.id,
    grade_id: grade?.id,
    payment_term_id: termId,
    addon_ids: addonIds,
  };
  return buyer.call('POST', '/order/quote', { contract });
}

test(
  'whatever a parent selects in the demo season, the wizard and the server name the same price to the cent',
  { timeout: 60_000 },
  async () => {
    const [info] = await read('/server/info');
    const today = shop.context.clock.today();
    let compared = 0;
    for (const program of await periodPrograms()) {
      for (const route of (await read(`/route/read/all/${program.id}/1`)) as Route[]) {
        const prices = priceListOf(route, program, info.company);
        const addonIds = route.addons.filter((addon) => !addon.is_admin_only).map((addon) => addon.id);
        for (const term of offeredTerms(prices.terms, today, false)) {
          for (const addons of selections(addonIds)) {
            const draft = emptyDraft();
            draft.program = { ...draft.program, payment_term: term.id, addons };
            const answer = await serverQuote(program, route, term.id, addons);
            expect(answer.errors).toEqual([]);
            expect(answer.items[0]).toEqual(instantQuote(draft, prices, null, { today, isStaff: false }));
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(30);
  },
);
