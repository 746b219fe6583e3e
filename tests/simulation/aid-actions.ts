import { sql } from 'drizzle-orm';
import { OFFICE } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { declineAidShape } from '#modules/orders/aid/aid-claims.shapes.ts';
import { confirmAid, declineAid } from '#modules/orders/aid/decide-aid.service.ts';
import { approveRequest, declineRequest } from '#modules/orders/second-person/second-person.service.ts';
import { strangerTo } from './fixtures.ts';
import type { Work } from './interleaving.ts';
import type { World } from './world.ts';

/** What staff answer a claim of aid with (A6). */
const ANSWERS = [
  'confirm',
  'confirm',
  { reason: 'not awarded', consequence: 'difference' },
  { reason: 'not awarded', consequence: 'difference' },
  { reason: 'not awarded', consequence: 'end' },
  { reason: 'not awarded', consequence: 'end', way: 'check', check_number: '3101' },
] as const;

type Claim = { order_id: number; user_id: number; request_id: number | null };

/**
 * Staff decide about aid without an award, now and then a second time or two of them at once; whoever decides
 * has not bought the order.
 */
export async function decidingAid(world: World): Promise<Work[]> {
  const { chance, db } = world;
  const { rows } = await db.execute<Claim>(sql`select o.id::int as order_id, o.user_id::int as user_id,
      (select r.id::int from second_person_requests r where r.order_id = o.id and r.outcome is null
        and r.kind in ('aid_end', 'aid_confirm')) as request_id
    from contract_financial_aid f join contracts c on c.id = f.contract_id join orders o on o.id = c.order_id
    where f.to_confirm and (f.outcome is null or ${chance.percent(10)}) order by o.id`);
  if (rows.length === 0) return [];
  const drawn = chance.oneOf(rows);
  // What waits for a second person is decided before the season is over.
  const claim = rows.find(({ request_id }) => request_id !== null) ?? drawn;
  const both = chance.percent(30) ? ['staff', 'other staff'] : ['staff'];
  return both.map((name) => answering(world, name, claim));
}

const viewerOf = (user_id: number): Viewer => ({
  user_id,
  roles: ['admin'],
  ...OFFICE,
  impersonator_id: null,
  session_id: 'sim',
});

function answering(world: World, name: string, { order_id, user_id, request_id }: Claim): Work {
  const { chance, cast, simEvents } = world;
  const drawn = chance.oneOf(ANSWERS);
  const answer = order_id % 2 === 0 && drawn === ANSWERS[3] ? ANSWERS[4] : drawn;
  const dies = chance.percent(30) ? 1 + chance.upTo(10) : 0;
  const first = viewerOf(strangerTo(cast.families, user_id));
  // While a colleague is asked to confirm the aid or end the order, most answers are about that.
  if (request_id !== null && answer !== 'confirm')
    return { name, diesAt: dies, run: deciding(world, { order_id, request_id, first }) };
  const what = typeof answer === 'string' ? answer : answer.consequence;
  const staff = first;
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `answers the aid of order ${order_id}: ${what}`, async () => {
      const billing = world.billingOf(flow);
      if (typeof answer === 'string') await confirmAid(billing, { staff, order_id });
      else await declineAid(billing, { staff, order_id, body: declineAidShape.parse(answer) });
      simEvents(`aid: ${what}`);
    });
  return { name, diesAt: dies, run };
}

type Asked = { order_id: number; request_id: number; first: Viewer };

/**
 * A second person approves what was asked about the aid of an order, or now and then declines it; sometimes
 * the one who has asked tries to approve it.
 */
function deciding(world: World, { order_id, request_id, first }: Asked): Work['run'] {
  const { cast, clock, db } = world;
  const second = viewerOf(cast.staff_id);
  const id = request_id;
  return (flow) =>
    world.attempt(flow, `decides what was asked about the aid of order ${order_id}`, async () => {
      if (id % 5 === 0) {
        const reason = 'ask the school first';
        await db.transaction((tx) => declineRequest(tx, clock.now(), { staff: second, id }, reason));
        return;
      }
      const billing = world.billingOf(flow);
      if (id % 7 === 0) await approveRequest(billing, { staff: first, id }).catch(() => undefined);
      await approveRequest(billing, { staff: second, id });
    });
}
