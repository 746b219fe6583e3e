import { sql } from 'drizzle-orm';
import { addDays, laterDay } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import {
  amendmentPreviewShape,
  type AmendmentRequest,
} from '#modules/orders/amendments/amendment-request.contract.ts';
import type { AmendmentPreview, OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { acceptAmendment, declineAmendment } from '#modules/orders/amendments/answer-amendment.service.ts';
import { previewAmendment } from '#modules/orders/amendments/plan-amendment.service.ts';
import { readFamilyAmendment } from '#modules/orders/amendments/present-amendment.service.ts';
import { proposeAmendment, withdrawAmendment } from '#modules/orders/amendments/propose-amendment.service.ts';
import { readOrderAmendments } from '#modules/orders/amendments/read-amendments.service.ts';
import { approveRequest, declineRequest } from '#modules/orders/second-person/second-person.service.ts';
import { strangerTo } from './fixtures.ts';
import type { Work } from './interleaving.ts';
import { viewerOf as familyViewerOf } from './paying-actions.ts';
import { viewerOf } from './staff-actions.ts';
import type { World } from './world.ts';

type Open = {
  id: number;
  order_id: number;
  user_id: number;
  state: 'proposed' | 'accepted';
  request_id: number | null;
};

const MOST_AT_ONCE = 3;

/** Staff change signed contracts, and families and colleagues answer what waits for them (OF5). */
export async function amendmentActions(world: World): Promise<Work[]> {
  const { chance, db } = world;
  const { rows: open } =
    await db.execute<Open>(sql`select a.id::int, a.order_id::int, o.user_id::int, a.state,
      (select r.id::int from second_person_requests r
        where r.subject = 'amendment:' || a.id and r.outcome is null) as request_id
    from contract_amendments a join orders o on o.id = a.order_id
    where a.state in ('proposed', 'accepted') order by a.id`);
  const works = open.flatMap((one) => (chance.percent(75) ? answering(world, one) : []));
  const { rows: orders } = await db.execute<{ id: number; user_id: number }>(
    sql`select id::int, user_id::int from orders where status = 'active' order by id`,
  );
  for (let n = 0; n < MOST_AT_ONCE && orders.length > 0; n++)
    if (chance.percent(60)) works.push(...(await changing(world, chance.oneOf(orders))));
  return works;
}

/** Whether a proposal waits: most families answer before the next thing falls due. */
export async function hasOpenAmendment({ db }: World): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from contract_amendments where state in ('proposed', 'accepted') limit 1`,
  );
  return rows.length > 0;
}

/** One change is looked at first, as staff do; now and then the press is sent twice. */
async function changing(world: World, { id: order_id }: { id: number }): Promise<Work[]> {
  const { chance, context, db, simEvents } = world;
  const staff = viewerOf(world);
  const look = (request: AmendmentRequest): Promise<AmendmentPreview | undefined> =>
    db
      .transaction((tx) => previewAmendment(tx, context.billing, { staff, order_id, request }))
      .catch(rethrowUnlessRefused);
  const basis = await db.transaction((tx) => readOrderAmendments(tx, context.billing, { staff, order_id }));
  const wished = aRequest(world, basis);
  const first = await look(wished);
  const request = first && chance.percent(25) ? leavingAFewCents(wished, first) : wished;
  const { hash } = (request === wished ? first : await look(request)) ?? {};
  if (hash === undefined) return [];
  const key = `amendment-${order_id}-${basis.amendments.length}-${chance.upTo(1_000_000)}`;
  const body = { ...request, reason: 'The family has moved.', seen: hash };
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `proposes a change of order ${order_id}`, async () => {
      await proposeAmendment(world.billingOf(flow), { staff, order_id, body, idempotency_key: key });
      simEvents(`amendment: proposed, ${request.share}`);
    });
  const presses = chance.percent(20) ? 2 : 1;
  return Array.from({ length: presses }, () => ({
    name: 'staff',
    diesAt: chance.percent(15) ? 1 + chance.upTo(6) : 0,
    run,
  }));
}

function rethrowUnlessRefused(error: unknown): undefined {
  if (!(error as { kind?: { code?: string } }).kind?.code) throw error;
  return undefined;
}

/** Route, term, add-ons or discount, several of them, or none beside the fee (OF5.1, OF5.2, OF5.4). */
function aRequest({ chance }: World, basis: OrderAmendments): AmendmentRequest {
  const fee_cents = chance.oneOf([basis.change_fee_cents, 0, 0, 30, 5_000, 1_234]);
  const prices_of = chance.oneOf(['signing', 'signing', 'today'] as const);
  const lastDay = basis.last_day;
  const from = addDays(basis.today, chance.upTo(150));
  return amendmentPreviewShape.parse({
    contract: aContract(chance, basis, prices_of),
    counts_from: chance.percent(40) ? basis.today : from > lastDay ? lastDay : from,
    prices_of,
    share: chance.oneOf(['year', 'days']),
    fee_cents,
    fee_reason: 'agreed by phone',
    more: {
      how: chance.oneOf(['payment', 'spread']),
      pay_on: chance.percent(50) ? null : addDays(laterDay(basis.today, basis.first_day), chance.upTo(40)),
    },
    less: {
      first: chance.oneOf(['lower', 'lower', 'give_back']),
      way: chance.oneOf(['processor', 'processor', 'check']),
      reference: '3401',
    },
    schedule: chance.percent(25) ? 'new' : 'keep',
    agree_by: chance.percent(8) ? 'none' : 'family',
  });
}

function aContract(
  chance: World['chance'],
  { in_force, programs }: OrderAmendments,
  prices_of: AmendmentRequest['prices_of'],
): object {
  const { contract } = in_force;
  const places = programs.flatMap(({ lines, ...program }) => lines.map((line) => ({ line, program })));
  const own = places.find(({ line }) => line.id === contract.route_id);
  const { line, program } = chance.percent(50) || !own ? chance.oneOf(places) : own;
  const offered = line.terms.filter(({ at_signing, today }) =>
    prices_of === 'signing' ? at_signing : today,
  );
  const isSameRoute = line.id === contract.route_id;
  const staffDiscounts = line.discounts.filter(({ is_sibling }) => !is_sibling);
  const isTermKept = isSameRoute && chance.percent(60);
  return {
    ...contract,
    route_id: line.id,
    program_id: program.id,
    grade_id: program.grades.some(({ id }) => id === contract.grade_id)
      ? contract.grade_id
      : (program.grades[0]?.id ?? null),
    payment_term_id: isTermKept || offered.length === 0 ? contract.payment_term_id : chance.oneOf(offered).id,
    addon_ids: line.addons.map(({ id }) => id).filter(() => chance.percent(40)),
    pickup_north: line.has_pickup ? '86th Street' : null,
    pickup_cross: line.has_pickup ? 'Third Avenue' : null,
    special_request: chance.percent(10) ? 'The stop at the corner' : contract.special_request,
    route_discounts: discountsOf(chance, { contract, isSameRoute, staffDiscounts }),
  };
}

type Discounts = {
  contract: OrderAmendments['in_force']['contract'];
  isSameRoute: boolean;
  staffDiscounts: readonly { id: number }[];
};

function discountsOf(
  chance: World['chance'],
  { contract, isSameRoute, staffDiscounts }: Discounts,
): readonly object[] {
  if (staffDiscounts.length > 0 && chance.percent(35))
    return [{ id: chance.oneOf(staffDiscounts).id, contract_number: 'staff' }];
  return isSameRoute && chance.percent(70) ? contract.route_discounts : [];
}

/** A fee by which the last payment would keep some cents, which nobody asks for (OF5.4). */
function leavingAFewCents(request: AmendmentRequest, { difference_cents, payments }: AmendmentPreview) {
  const last = payments.findLast(({ payment_id }) => payment_id !== null);
  const fee_cents = request.fee_cents + 30 - (last?.amount_before_cents ?? 0) - difference_cents;
  const isPossible = difference_cents < 0 && last && fee_cents >= 0 && fee_cents <= 1_000_000;
  if (!isPossible) return request;
  const less = { ...request.less, first: 'lower' as const };
  return { ...request, fee_cents, less, schedule: 'keep' as const };
}

/** Families accept, decline or let the time end; a colleague decides about a refund; staff withdraw. */
function answering(world: World, open: Open): Work[] {
  const { chance } = world;
  const drawn = chance.upTo(100);
  const isAsked = open.request_id !== null;
  if (isAsked && (open.state === 'accepted' || drawn < 35)) return [deciding(world, open)];
  if (open.state === 'accepted' || drawn >= 93) return drawn < 20 ? [withdrawing(world, open)] : [];
  if (drawn >= 85) return [withdrawing(world, open)];
  if (drawn >= 73) return [declining(world, open)];
  const presses = chance.percent(25) ? 2 : 1;
  return Array.from({ length: presses }, () => accepting(world, open));
}

type Answer = { what: string; event: string; name: string; mostSteps: number };

function act(
  world: World,
  { what, event, name, mostSteps }: Answer,
  run: (billing: ReturnType<World['billingOf']>) => Promise<unknown>,
): Work {
  const { chance, simEvents } = world;
  return {
    name,
    diesAt: chance.percent(20) ? 1 + chance.upTo(mostSteps) : 0,
    run: (flow) =>
      world.attempt(flow, what, async () => {
        await run(world.billingOf(flow));
        simEvents(event);
      }),
  };
}

/** With what the family reads at this moment, as the page does. */
function accepting(world: World, { order_id, user_id }: Open): Work {
  const viewer = familyViewerOf({ user_id });
  const what = {
    what: `accepts the amendment of order ${order_id}`,
    event: 'amendment: accepted',
    name: `family ${user_id}`,
    mostSteps: 10,
  };
  return act(world, what, async (billing) => {
    const { text_hash, texts } = await billing.db.transaction((tx) =>
      readFamilyAmendment(tx, billing, { viewer, order_id }),
    );
    const acceptances = texts.map(({ kind, text_hash: hash }) => ({ kind, text_hash: hash }));
    const evidence = { text_hash, acceptances, ip: '127.0.0.1', user_agent: 'sim' };
    await acceptAmendment(billing, { viewer, order_id, ...evidence });
  });
}

function declining(world: World, { order_id, user_id }: Open): Work {
  const what = {
    what: `declines the amendment of order ${order_id}`,
    event: 'amendment: declined',
    name: `family ${user_id}`,
    mostSteps: 4,
  };
  const asked = { viewer: familyViewerOf({ user_id }), order_id, reason: null };
  return act(world, what, ({ db, clock }) =>
    db.transaction((tx) => declineAmendment(tx, clock.now(), asked)),
  );
}

function withdrawing(world: World, { id }: Open): Work {
  const what = {
    what: `withdraws amendment ${id}`,
    event: 'amendment: withdrawn',
    name: 'staff',
    mostSteps: 4,
  };
  const asked = { staff: viewerOf(world), id, reason: 'another change is wanted' };
  return act(world, what, ({ db, clock }) =>
    db.transaction((tx) => withdrawAmendment(tx, clock.now(), asked)),
  );
}

/** A colleague of another family approves the refund, or now and then declines it (OF5.11). */
function deciding(world: World, { id, user_id, request_id }: Open): Work {
  const { cast, chance } = world;
  const staff: Viewer = { ...viewerOf(world), user_id: strangerTo(cast.families, user_id) };
  const isApproved = chance.percent(85);
  const what = {
    what: `decides about the refund of amendment ${id}`,
    event: isApproved ? 'amendment: approved' : 'amendment: not approved',
    name: 'other staff',
    mostSteps: 10,
  };
  const asked = { staff, id: request_id! };
  return act(world, what, async (billing) => {
    if (isApproved) await approveRequest(billing, asked);
    else
      await billing.db.transaction((tx) =>
        declineRequest(tx, billing.clock.now(), asked, 'the season is nearly over'),
      );
  });
}
