import { sql } from 'drizzle-orm';
import { placeOrderShape, type PlaceOrder } from '#modules/orders/orders.contract.ts';
import { placeOrder } from '#modules/orders/checkout/place-order.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { holdSeat } from '#modules/seats/holds.service.ts';
import { joinWaitingList } from '#modules/seats/waiting-list.service.ts';
import { aTypedInstrument } from './typed-instruments.ts';
import { PASSWORD, type Offer, type SimFamily } from './fixtures.ts';
import type { Flow, Work } from './interleaving.ts';
import { atItsBank, changingMethods, oneMethodOf, payingNow, viewerOf } from './paying-actions.ts';
import type { World } from './world.ts';

/** A press of Checkout as a browser may repeat it. */
type Submission = { family: SimFamily; body: PlaceOrder; key: string | undefined };

/** What families have on their minds: the presses so far, which may be pressed again. */
export type Families = { submissions: Submission[] };

const A_CROWD = 12;

/** What one family does in one moment; buying while contracts are sold, changing how it pays at any time. */
export async function familyActions(world: World, families: Families, isOnSale: boolean): Promise<Work[]> {
  const { chance, cast } = world;
  if (isOnSale && chance.percent(80)) return submissions(world, families, chance.oneOf(cast.families));
  if (families.submissions.length > 0 && chance.percent(25))
    return [submitting(world, chance.oneOf(families.submissions), 'presses again')];
  const family = await whoeverComes(world);
  if (chance.percent(20)) return payingNow(world, family);
  return [changingMethods(world, family)];
}

/** Mostly one that was told that it is past due, if there is one: it has a reason to. */
async function whoeverComes({ chance, cast, db }: World): Promise<SimFamily> {
  const { rows } = await db.execute<{ user_id: number }>(
    sql`select distinct user_id::int from orders where past_due and status = 'active' order by user_id`,
  );
  if (rows.length === 0 || chance.percent(45)) return chance.oneOf(cast.families);
  const { user_id } = chance.oneOf(rows);
  return cast.families.find((family) => family.user_id === user_id)!;
}

async function submissions(world: World, families: Families, family: SimFamily): Promise<Work[]> {
  const { chance, cast } = world;
  const offer = chance.oneOf(cast.offers);
  const student_id = chance.oneOf(family.children);
  if (chance.percent(10)) return [holding(world, family, { route_id: offer.route_id, student_id })];
  const body = await aBody(world, family, { offer, student_id });
  const submission: Submission = {
    family,
    body,
    key: chance.percent(60) ? `key-${families.submissions.length}` : undefined,
  };
  families.submissions.push(submission);
  const all = [submitting(world, submission, 'presses')];
  // A browser sends the press again with its key, a second tab without it or with another card.
  if (chance.percent(30)) {
    world.simEvents('pressed twice');
    all.push(submitting(world, submission, 'presses twice'));
  }
  if (chance.percent(15)) {
    world.simEvents('pressed in two tabs');
    all.push(
      submitting(
        world,
        { ...submission, key: undefined, body: await aBody(world, family, { offer, student_id }) },
        'presses in another tab',
      ),
    );
  }
  if (chance.percent(25)) {
    const existingOrder = chance.oneOf(cast.families);
    const theirs = { offer, student_id: chance.oneOf(existingOrder.children) };
    all.push(
      submitting(
        world,
        { family: existingOrder, body: await aBody(world, existingOrder, theirs), key: undefined },
        'presses beside',
      ),
    );
  }
  if (chance.percent(40))
    for (const other of await secondRecords(world))
      all.push(submitting(world, other, 'presses for another record'));
  return all;
}

/** Of a child that has a seat, in its account or another one: one seat more on the same route (MC10). */
async function secondRecords(world: World): Promise<Submission[]> {
  const { cast, chance, db } = world;
  const { rows } = await db.execute<{ user_id: number; student_id: number; route_id: number }>(
    sql`select t.user_id::int, t.id::int as student_id, o.route_id::int from orders o
      join students s on s.id = o.student_id
      join students t on t.id <> s.id and (t.first_name, t.last_name) = (s.first_name, s.last_name)
      where o.status in ('awaiting_aid', 'active') order by o.id, t.id`,
  );
  if (rows.length === 0) return [];
  const { user_id, student_id, route_id } = chance.oneOf(rows);
  const family = cast.families.find((one) => one.user_id === user_id)!;
  // An amendment may have moved the contract to a route that the cast does not buy.
  const offers = cast.offers.filter((one) => one.route_id === route_id);
  if (offers.length === 0) return [];
  const offer = chance.oneOf(offers);
  return [{ family, body: await aBody(world, family, { offer, student_id }), key: undefined }];
}

type Wanted = { offer: Offer; student_id: number };

async function aBody(world: World, family: SimFamily, { offer, student_id }: Wanted): Promise<PlaceOrder> {
  const { chance, db } = world;
  const { program_id, route_id, grade_id, payment_term_id, discount_id, aid_codes } = offer;
  const saved = chance.percent(30) ? await oneMethodOf({ chance, db }, family) : undefined;
  const number =
    discount_id && chance.percent(60) ? await contractNumberOf(db, family, student_id) : undefined;
  const sale = routeForSale(await sellingCatalog(db, world.context.clock.now()), route_id);
  return placeOrderShape.parse({
    acceptances: presentTexts(sale!, 'paymentTypeAch').map(({ kind, text_hash }) => ({ kind, text_hash })),
    contract: {
      program_id,
      route_id,
      grade_id,
      student_id,
      payment_term_id,
      route_discounts: number ? [{ id: discount_id, contract_number: number }] : [],
    },
    financial_aid:
      aid_codes.length > 0 && chance.percent(45)
        ? { code: chance.oneOf(aid_codes), amount: 1_000 }
        : undefined,
    payment: saved ? { payment_method_id: saved } : aTypedInstrument(world, 35),
    user: { email: family.email, password: PASSWORD },
  });
}

async function contractNumberOf(
  db: World['db'],
  { user_id }: SimFamily,
  student_id: number,
): Promise<string | undefined> {
  const { rows } = await db.execute<{
    number: string;
  }>(sql`select c.contract_number as number from contracts c join orders o on o.id = c.order_id
    where o.user_id = ${user_id} and o.student_id <> ${student_id} and o.status = 'active'
    order by o.id limit 1`);
  return rows[0]?.number;
}

function submitting(world: World, { family, body, key }: Submission, how: string): Work {
  const run = (flow: Flow) =>
    world.attempt(flow, `${how} for ${body.contract.student_id} on ${body.contract.route_id}`, async () => {
      const meta = { ip: '127.0.0.1', user_agent: 'sim' };
      const order = await placeOrder(world.billingOf(flow), {
        viewer: viewerOf(family),
        body,
        idempotency_key: key,
        meta,
      }).catch((error: unknown) => atItsBank(world, error));
      if (order.order_detail.contract.contract_detail.financial_aid?.is_awaited)
        return world.simEvents('told of a seat that is kept');
      world.toldBought.add(order.id);
      world.simEvents('told of an order');
    });
  return {
    name: `family ${family.user_id}`,
    diesAt: world.chance.percent(25) ? 1 + world.chance.upTo(A_CROWD) : 0,
    run,
  };
}

/** Keeps a seat, or waits for one where none is left. */
function holding(world: World, family: SimFamily, place: { route_id: number; student_id: number }): Work {
  const own = { ...place, user_id: family.user_id };
  const run = async (flow: Flow) => {
    await world.attempt(flow, 'holds a seat', () =>
      world
        .billingOf(flow)
        .db.transaction((tx) =>
          holdSeat(tx, world.clock.now(), { ...own, network: `family ${family.user_id}` }),
        ),
    );
    await world.attempt(flow, 'waits for a seat', async () => {
      await world.billingOf(flow).db.transaction((tx) => joinWaitingList(tx, world.clock.now(), own));
      world.simEvents('waits for a seat');
    });
  };
  return { name: `family ${family.user_id}`, diesAt: 0, run };
}
