import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { studentImages } from '#db/tables/students.ts';
import { emptyDraft } from '#app/routes/contract/wizard/draft.ts';
import { instantQuote, priceListOf } from '#app/routes/contract/wizard/instant-quote.ts';
import { quoteBody, type AppliedAid } from '#app/routes/contract/wizard/order-body.ts';
import { centsFromDollars } from '#kit/money.ts';
import type { PeriodProgram, Route } from '#modules/catalog/routes/routes.contract.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { send } from '#tests/support/app/people.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { inLane } from '#tests/support/lane.ts';
import { redrawPrices } from '#tests/support/season/random-season.ts';
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { anotherChild } from '#tests/support/database/another-child.ts';

const SEED = Number(process.env.SEED ?? 20_260_410);
const SEASONS = inLane({ short: 3, long: 10 });
const SELECTIONS = 50;

let shop: SeasonApp;
let folder: SeasonFolder;
let family: Buyer;
/** a sibling's contract number by school: what a second child's discount needs (B2) */
const siblings = new Map<string, string>();

beforeAll(async () => {
  shop = await openSeasonApp();
  folder = await createSeasonFolder();
  family = await aBuyer(shop.app);
});
afterAll(async () => {
  await shop.close();
  await folder.remove();
});

const read = async (url: string): Promise<any[]> => (await send(shop.app, { method: 'GET', url })).items;

type Sold = { group: string; program: PeriodProgram; route: Route };

async function routesOnSale(): Promise<Sold[]> {
  const sold: Sold[] = [];
  for (const school of (await read('/program_group/read/all')).filter((each) => each.is_active)) {
    for (const program of (await read(`/period/program/read/all/${school.current_period_id}`)).filter(
      (each) => each.is_active && each.program.program_group.id === school.id,
    )) {
      for (const route of await read(`/route/read/all/${program.id}/1`))
        sold.push({ group: school.path, program, route });
    }
  }
  return sold;
}

async function aChild(): Promise<number> {
  const student_id = await anotherChild(shop.context, family.student_id);
  await shop.context.db
    .insert(studentImages)
    .values({ student_id, path: `students/${student_id}.jpg`, created_at: shop.context.clock.now() });
  return student_id;
}

/** What the wizard would hold after a family's clicks, and the price it would show at once. */
async function select(sold: Sold, company: any, chance: Chance) {
  const { program, route, group } = sold;
  const prices = priceListOf(route, program, company);
  const term = chance.oneOf(offeredTerms(prices.terms, shop.context.clock.today(), false));
  const draft = emptyDraft();
  const [grade] = await read(`/program/grade/read/all/${program.program_id}`);
  draft.student.id = await aChild();
  draft.program = {
    ...draft.program,
    id: program.program_id,
    route: route.id,
    grade_id: grade?.id ?? null,
    payment_term: term.id,
    payment_term_type_id: route.payment_terms.find((each) => each.id === term.id)!.payment_term_type_id,
    addons: route.addons
      .filter((addon) => !addon.is_admin_only && chance.percent(50))
      .map((addon) => addon.id),
    payment_type: chance.oneOf(['paymentTypeCreditCard', 'paymentTypeAch'] as const),
  };
  const sibling = siblings.get(group);
  const discount = route.discounts.find((each) => each.is_sibling_discount);
  if (sibling && discount && chance.percent(50)) {
    draft.program = {
      ...draft.program,
      second_student_contract_number: sibling,
      has_valid_second_student_contract_number: true,
    };
  }
  const buyer = { today: shop.context.clock.today(), isStaff: false };
  const bare = instantQuote(draft, prices, null, buyer)!;
  const aid: AppliedAid | null =
    program.accept_financial_aid && group === 'hm' && bare.subtotal_cents >= 100 && chance.percent(40)
      ? { code: 'HM-AID-27', amount: (100 + chance.upTo(bare.subtotal_cents - 99)) / 100 }
      : null;
  const facts = { product_id: null, hasPickup: false, siblingDiscountId: discount?.id ?? null };
  const acceptances = [
    { kind: 'contract', text_hash: program.contract_text_hash },
    { kind: 'ach', text_hash: program.ach_terms_hash },
    ...(route.surge_pricing_text_hash ? [{ kind: 'surge', text_hash: route.surge_pricing_text_hash }] : []),
  ];
  const quote = instantQuote(draft, prices, aid, buyer)!;
  return { draft, quote, acceptances, body: quoteBody(draft, facts, aid) };
}

async function sumsOf(order_id: number) {
  const { rows } = await shop.context.db.execute<
    Record<'journal' | 'sandbox' | 'surcharges', string>
  >(sql`select
    (select coalesce(sum(p.amount_cents), 0) from postings p join journal j on j.id = p.journal_id
      where j.order_id = ${order_id} and p.account in ('gateway', 'bank_on_the_way')) journal,
    (select coalesce(-sum(p.amount_cents), 0) from postings p join journal j on j.id = p.journal_id
      where j.order_id = ${order_id} and p.account = 'surcharges') surcharges,
    (select coalesce(sum(c.amount_cents), 0) from sandbox.charges c
      join charge_attempts a on a.id = c.attempt_id
      join payments p on p.id = a.payment_id where p.order_id = ${order_id}) sandbox`);
  const [sums] = rows;
  return {
    journal: Number(sums!.journal),
    surcharges: Number(sums!.surcharges),
    sandbox: Number(sums!.sandbox),
  };
}

const sumOf = (rows: any[], field: string) =>
  rows.reduce((total, row) => total + centsFromDollars(row[field]), 0);

/** Buys a selection; its amounts agree in ledger, processor, transactions, payments and order. */
async function buy(selection: Awaited<ReturnType<typeof select>>, group: string) {
  const { draft, quote, acceptances, body } = selection;
  const type = quote.by_payment_type.paymentTypeNone ? 'paymentTypeNone' : draft.program.payment_type;
  const fromServer = await family.call('POST', '/order/quote', body);
  expect(fromServer.errors).toEqual([]);
  expect(fromServer.items[0]).toEqual(quote);
  const payment = {
    paymentTypeNone: { payment_type: type },
    paymentTypeAch: aBankAccount(),
    paymentTypeCreditCard: aCard(),
  }[type];
  const user = type === 'paymentTypeAch' ? { email: family.email, password: family.password } : undefined;
  const answer = await checkOut(shop.app, family, {
    ...body,
    acceptances,
    payment,
    user,
    quote_hash: (fromServer.items[0] as Quote).quote_hash,
  });
  expect(answer.errors).toEqual([]);
  const [order] = answer.items;
  siblings.set(group, siblings.get(group) ?? order.order_detail.contract.contract_number);
  const priced = quote.by_payment_type[type]!;
  const later = priced.later.reduce((total, { amount_cents }) => total + amount_cents, 0);
  const { _order_total: total, _order_due: due } = order;
  const sums = await sumsOf(order.id);
  expect(sums.journal).toBe(priced.due_today_cents);
  expect(sums.surcharges).toBe(priced.surcharge_cents);
  expect(sums.sandbox).toBe(priced.due_today_cents);
  expect(sumOf(order.transactions, 'value')).toBe(priced.due_today_cents);
  expect(sumOf(order.payments, 'amount')).toBe(priced.principal_cents + later);
  expect(centsFromDollars(total)).toBe(priced.due_today_cents + later);
  expect(centsFromDollars(due)).toBe(later);
  const unpaid = order.payments.filter((row: any) => !row.paid_at);
  expect(unpaid.map((row: any) => [row.pay_on, centsFromDollars(row.amount)])).toEqual(
    priced.later.map(({ pay_on, amount_cents }) => [pay_on, amount_cents]),
  );
  return type;
}

test(
  `random selections over random seasons come to the same cent everywhere (seed ${SEED})`,
  { timeout: 600_000 },
  async () => {
    const chance = chanceOf(SEED);
    const paid = { paymentTypeNone: 0, paymentTypeAch: 0, paymentTypeCreditCard: 0 };
    let [aided, discounted] = [0, 0];
    for (let season = 0; season < SEASONS; season += 1) {
      await importSeasonFile(shop.context, await folder.write((edited) => redrawPrices(edited, chance)));
      const [info] = await read('/server/info');
      const sold = await routesOnSale();
      for (let n = 0; n < SELECTIONS; n += 1) {
        const one = chance.oneOf(sold);
        const selection = await select(one, info.company, chance);
        aided += Number(Boolean(selection.body.financial_aid));
        discounted += Number(Boolean(selection.body.contract?.route_discounts));
        paid[await buy(selection, one.group)] += 1;
      }
    }
    expect(paid.paymentTypeNone + paid.paymentTypeAch + paid.paymentTypeCreditCard).toBe(
      SEASONS * SELECTIONS,
    );
    // The draws reach every way to pay and both reductions, or the test says less than it seems to.
    for (const often of [...Object.values(paid), aided, discounted]) expect(often).toBeGreaterThan(SEASONS);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  },
);
