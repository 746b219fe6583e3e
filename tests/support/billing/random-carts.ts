import { sql } from 'drizzle-orm';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import type { Processor } from '#platform/payments/processor.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import { priceIn, priceKeyOf, type Quote } from '#modules/pricing/quoted-prices.ts';
import { aBuyer, acceptancesOf, anOffer, checkOut, type SeasonApp } from '#tests/support/app/season-app.ts';
import { attemptsOf } from '#tests/support/app/payment-days.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

const ROUTES = [
  ['hm', 'hm-lower', 'Round trip', ['HML-RT-FE', 'HML-RT-S2'], ['late-bus', 'second-stop']],
  ['hm', 'hm-lower', 'Morning only', ['HML-AM-FE', 'HML-AM-S2'], ['second-stop']],
  ['hm', 'hm-middle-upper', 'Round trip', ['HMU-RT-FE', 'HMU-RT-S2'], ['late-bus']],
  ['hm', 'hm-lower', 'Afternoon only', ['HML-PM-FE', 'HML-PM-S2'], []],
] as const;
const STATES = ['NY', 'NJ', 'CA', 'CO', 'MA', 'CT', 'PR', null] as const;
const FUNDINGS = ['credit', 'credit', 'credit', 'debit', 'prepaid', 'unknown'] as const;
const RATES = [2_000, 2_990, 3_000, 3_333, 4_750];

/**
 * Buys a random cart by a random saved card, under a random fee and processor, and tells what its quote said
 * and what was charged.
 */
export async function buyRandomCart(shop: SeasonApp, chance: Chance, rules: { processor: Processor }) {
  const { db, clock, billing } = shop.context;
  rules.processor = chance.oneOf(PROCESSORS);
  const [told, cap] = [chance.oneOf([null, 10, 90]), chance.oneOf([1_250, 3_000, 4_000])];
  await db.execute(sql`update company set card_fee_cap = ${cap}, card_fee_notified_on =
    ${told === null ? null : clock.today()}::date - ${told ?? 0}::int`);
  await db.execute(sql`update payment_type_surcharges set amount_percentage_milli_percent =
    ${chance.oneOf(RATES)} where amount_flat_cents is null`);
  await db.execute(sql`update period_programs set is_photo_required = false`);
  const [school, program, route, terms, addons] = chance.oneOf(ROUTES);
  const offer = await anOffer(shop.app, school, program, route);
  const buyer = await aBuyer(shop.app);
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  const instrument = typedCard(TEST_CARDS.good);
  const method = await ensureMethod(billing, { user_id, program_group_id: null, instrument, key: 'cart' });
  const [funding, billing_state] = [chance.oneOf(FUNDINGS), chance.oneOf(STATES)];
  await db.execute(sql`update payment_methods set funding = ${funding}, billing_state = ${billing_state}
    where id = ${method.id}`);
  const { program_id, route_id, grade_id } = offer;
  const contract = {
    program_id,
    route_id,
    grade_id,
    student_id: buyer.student_id,
    payment_term_id: offer.term(chance.oneOf(terms)),
    addon_ids: addons.filter(() => chance.percent(40)).map((name) => offer.addon(name)),
  };
  const answer = await buyer.call('POST', '/order/quote', { contract });
  if (answer.status !== 200) throw new Error(`no quote: ${answer.errors.join()}`);
  const [quote]: Quote[] = answer.items;
  const card_fee = cardFeeOfDay(await currentCatalog(db), { today: clock.today(), ...rules });
  const priced_as = priceKeyOf({ ...method, funding, billing_state }, card_fee);
  const priced = priceIn(quote!, priced_as)!;
  const payment = { payment_method_id: method.id, priced_as };
  const bought = await checkOut(shop.app, buyer, {
    contract,
    payment,
    quote_hash: quote!.quote_hash,
    acceptances: acceptancesOf(offer).filter(({ kind }) => kind !== 'ach'),
  });
  if (bought.status !== 200) throw new Error(`${priced_as}: ${bought.errors.join()}`);
  const order_id: number = bought.items[0].id;
  const toCome = (await buyer.call('GET', `/order/${order_id}/charges-to-come`)).items;
  return {
    card: `${rules.processor}, told ${told}, cap ${cap}: ${funding} of ${billing_state} as ${priced_as}`,
    quoted: [priced.due_today_cents, ...priced.later.map((each) => each.amount_cents + each.surcharge_cents)],
    charged: [
      (await attemptsOf(shop, order_id))[0]!.amount,
      ...toCome.map(({ planned }: any) => planned.total_cents),
    ],
    fee_cents: priced.surcharge_cents,
  };
}
