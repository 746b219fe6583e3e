import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addMethod, deleteMethod, setDefault } from '#modules/billing/methods/change-methods.service.ts';
import { addMethodShape } from '#modules/billing/methods/change-methods.contract.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { placeOrderShape, type PlaceOrder } from '#modules/orders/orders.contract.ts';
import { placeOrder } from '#modules/orders/checkout/place-order.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { holdSeat } from '#modules/seats/holds.service.ts';
import { joinWaitingList } from '#modules/seats/waiting-list.service.ts';
import { aTypedInstrument } from './typed-instruments.ts';
import { PASSWORD, type Offer, type SimFamily } from './fixtures.ts';
import type { Flow, Work } from './interleaving.ts';
import type { World } from './world.ts';

/** A press of Checkout as a browser may repeat it. */
type Submission = { family: SimFamily; body: PlaceOrder; key: string | undefined };

/** What families have on their minds: the presses so far, which may be pressed again. */
export type Families = { submissions: Submission[] };

const viewerOf = ({ user_id }: SimFamily): Viewer => ({
  user_id,
  roles: [],
  is_staff: false,
  impersonator_id: null,
  session_id: 'sim',
});
const A_CROWD = 12;

/** What one family does in one moment; buying while contracts are sold, changing how it pays at any time. */
export async function familyActions(world: World, families: Families, isOnSale: boolean): Promise<Work[]> {
  const { chance, cast } = world;
  const family = chance.oneOf(cast.families);
  if (isOnSale && chance.percent(80)) return submissions(world, families, family);
  if (families.submissions.length > 0 && chance.percent(25))
    return [submitting(world, chance.oneOf(families.submissions), 'presses again')];
  if (chance.percent(20)) return payingNow(world, family);
  return [changingMethods(world, family)];
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
  return all;
}

type Wanted = { offer: Offer; student_id: number };

async function aBody(
  { chance, db }: World,
  family: SimFamily,
  { offer, student_id }: Wanted,
): Promise<PlaceOrder> {
  const { program_id, route_id, grade_id, payment_term_id, discount_id, aid_codes } = offer;
  const saved = chance.percent(30) ? await oneMethodOf({ chance, db }, family) : undefined;
  const number =
    discount_id && chance.percent(60) ? await contractNumberOf(db, family, student_id) : undefined;
  const sale = routeForSale(await currentCatalog(db), route_id);
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
    payment: saved ? { payment_method_id: saved } : aTypedInstrument(chance, 35),
    user: { email: family.email, password: PASSWORD },
  });
}

async function oneMethodOf(
  { chance, db }: Pick<World, 'chance' | 'db'>,
  { user_id }: SimFamily,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from payment_methods where user_id = ${user_id} and is_active order by id`,
  );
  return rows.length > 0 ? chance.oneOf(rows).id : undefined;
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
      });
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
      world.billingOf(flow).db.transaction((tx) => holdSeat(tx, world.clock.now(), own)),
    );
    await world.attempt(flow, 'waits for a seat', async () => {
      await world.billingOf(flow).db.transaction((tx) => joinWaitingList(tx, world.clock.now(), own));
      world.simEvents('waits for a seat');
    });
  };
  return { name: `family ${family.user_id}`, diesAt: 0, run };
}

/** Pays one of the payments to come by one of the ways that the order's page offers, now and then twice. */
async function payingNow(world: World, family: SimFamily): Promise<Work[]> {
  const { chance, clock, db } = world;
  const viewer = viewerOf(family);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int from orders where user_id = ${family.user_id} and status = 'active' order by id`,
  );
  if (rows.length === 0) return [];
  const order_id = chance.oneOf(rows).id;
  const owed = (await listChargesToCome(db, { clock, processor: 'sandbox' }, { viewer, order_id })).filter(
    ({ ways }) => ways.length > 0,
  );
  if (owed.length === 0) return [];
  const { payment_id, ways } = chance.oneOf(owed);
  const { payment_method_id, total_cents } = chance.oneOf(ways);
  const command = { order_id, payment_id, payment_method_id, total_cents, idempotency_key: randomUUID() };
  const pressing: Work['run'] = (flow) =>
    world.attempt(flow, `pays payment ${payment_id} now`, async () => {
      await payNow(world.billingOf(flow), viewer, command);
      world.simEvents('paid now');
    });
  const presses = chance.percent(30) ? 2 : 1;
  return Array.from({ length: presses }, () => ({
    name: `family ${family.user_id}`,
    diesAt: chance.percent(20) ? 1 + chance.upTo(8) : 0,
    run: pressing,
  }));
}

function changingMethods(world: World, family: SimFamily): Work {
  const { chance, simEvents } = world;
  const choice = chance.upTo(10);
  const typed = aTypedInstrument(chance, 45);
  const run = async (flow: Flow) => {
    const billing = world.billingOf(flow);
    const { user_id } = family;
    const payment_method_id = choice < 6 ? undefined : await oneMethodOf(world, family);
    await world.attempt(flow, 'changes how it pays', async () => {
      if (payment_method_id === undefined) {
        const form = {
          ...('cc' in typed ? typed.cc : typed.ach),
          program_group_id: choice < 3 ? 'general' : world.cast.offers[0]!.program_group_id,
        };
        const body = addMethodShape.parse({ is_default: true, ['cc' in typed ? 'cc' : 'ach']: form });
        await addMethod(billing, {
          user_id,
          body,
          idempotency_key: randomUUID(),
          ip: '127.0.0.1',
          user_agent: 'sim',
        });
        simEvents('method added');
      } else if (choice < 8) {
        await billing.db.transaction((tx) => deleteMethod(tx, world.clock, { user_id, payment_method_id }));
        simEvents('method deleted');
      } else {
        await billing.db.transaction((tx) =>
          setDefault(tx, world.clock, { user_id, payment_method_id, is_default: true }),
        );
        simEvents('method made the default');
      }
    });
  };
  return { name: `family ${family.user_id}`, diesAt: chance.percent(20) ? 1 + chance.upTo(6) : 0, run };
}
