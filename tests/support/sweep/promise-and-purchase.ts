import { offerFreedSeats } from '#modules/seats/waiting-list.service.ts';
import { AID_CODE, checkOutWithAid, confirmAid } from '#tests/support/app/aid-to-confirm.ts';
import { verifyEmailOf, type Answer, type Person } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  acceptancesOf,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';

const TERM = 'HML-RT-S2';
const MORNING_TERM = 'HML-AM-S2';

/**
 * The season before each move: seats for every family, a code with which the office confirms the aid, and a
 * second division.
 */
export function seasonBefore(season: Loose): void {
  season.divisions.push({ ...season.divisions[0], key: 'queens' });
  for (const route of season.periods[0].programs.flatMap(({ routes }: Loose) => routes))
    route.capacity = 100_000;
  for (const program of season.periods[0].programs)
    for (const code of program.financial_aid_codes ?? [])
      if (code.code === AID_CODE) code.needs_confirmation = true;
}

type Step = { name: string; answer: Answer };

/** What was promised to a family, and how the family takes it after the setting has moved. */
type Promised = { name: string; take(): Promise<Step[]> };

type Told = { who: Buyer; offer: Offer; term: string };

const bodyOf = ({ who, offer, term }: Told, quote_hash?: string) => ({
  contract: aContract(who, offer, term),
  payment: aCard(),
  acceptances: acceptancesOf(offer),
  ...(quote_hash && { quote_hash }),
});

/** Buys as it was shown; a family that is refused asks for the price again and buys by that one. */
async function buy(shop: SeasonApp, told: Told, quote_hash?: string): Promise<Step[]> {
  const answer = await checkOut(shop.app, told.who, bodyOf(told, quote_hash));
  const first = { name: 'buys', answer };
  if (answer.status === 200) return [first];
  const { contract } = bodyOf(told);
  const quote = await told.who.call('POST', '/order/quote', { contract });
  const again = await checkOut(shop.app, told.who, bodyOf(told, quote.items[0]?.quote_hash));
  return [first, { name: 'asks again', answer: quote }, { name: 'buys again', answer: again }];
}

async function aQuote(shop: SeasonApp, offer: Offer): Promise<Promised> {
  const told = { who: await aBuyer(shop.app), offer, term: TERM };
  const { contract } = bodyOf(told);
  const [{ quote_hash }] = (await told.who.call('POST', '/order/quote', { contract })).items;
  return { name: 'a price', take: () => buy(shop, told, quote_hash) };
}

async function aHold(shop: SeasonApp, offer: Offer): Promise<Promised> {
  const told = { who: await aBuyer(shop.app), offer, term: TERM };
  const { student_id } = told.who;
  const held = await told.who.call('POST', `/route/${offer.route_id}/hold`, { student_id });
  return { name: 'a seat', take: async () => [{ name: 'holds', answer: held }, ...(await buy(shop, told))] };
}

async function anOfferedSeat(shop: SeasonApp, morning: Offer): Promise<Promised> {
  const { context, app } = shop;
  const told = { who: await aBuyer(app), offer: morning, term: MORNING_TERM };
  await verifyEmailOf(app, told.who);
  const setCapacity = (free: number) =>
    context.database.pool.query('update routes set capacity = seats_taken + $2 where id = $1', [
      morning.route_id,
      free,
    ]);
  await setCapacity(0);
  const { student_id } = told.who;
  const waits = await told.who.call('POST', `/route/${morning.route_id}/waiting-list`, { student_id });
  await setCapacity(1);
  await offerFreedSeats(context.db, context.clock.now());
  return {
    name: 'a seat of the waiting list',
    take: async () => [{ name: 'waits', answer: waits }, ...(await buy(shop, told))],
  };
}

async function anAwaitedAid(shop: SeasonApp, staff: Person): Promise<Promised> {
  const { answer, order_id } = await checkOutWithAid(shop, { amount: 500 });
  return {
    name: 'aid',
    take: async () => [
      { name: 'orders', answer },
      { name: 'is confirmed', answer: await confirmAid(staff, order_id) },
    ],
  };
}

async function aPrintedContract(shop: SeasonApp, offer: Offer): Promise<Promised> {
  const told = { who: await aBuyer(shop.app), offer, term: TERM };
  const { contract } = bodyOf(told);
  const print = () => told.who.call('POST', '/printed-contract', { contract });
  const printed = await print();
  return {
    name: 'a printed contract',
    take: async () => [
      { name: 'prints', answer: printed },
      { name: 'lists', answer: await told.who.call('GET', '/printed-contract') },
      { name: 'prints again', answer: await print() },
      ...(await buy(shop, told)),
    ],
  };
}

/** One family for each kind of promise. */
export async function promiseAll(shop: SeasonApp, staff: Person): Promise<Promised[]> {
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const morning = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
  return [
    await aQuote(shop, offer),
    await aHold(shop, offer),
    await anOfferedSeat(shop, morning),
    await anAwaitedAid(shop, staff),
    await aPrintedContract(shop, offer),
  ];
}
