import { sql } from 'drizzle-orm';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { declineAidShape } from '#modules/orders/aid/aid-claims.contract.ts';
import { confirmAid, declineAid } from '#modules/orders/aid/decide-aid.service.ts';
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

type Claim = { order_id: number; user_id: number };

/**
 * Staff decide about aid without an award, now and then a second time or two of them at once; whoever decides
 * has not bought the order.
 */
export async function decidingAid(world: World): Promise<Work[]> {
  const { chance, db } = world;
  const { rows } = await db.execute<Claim>(sql`select o.id::int as order_id, o.user_id::int as user_id
    from contract_financial_aid f join contracts c on c.id = f.contract_id join orders o on o.id = c.order_id
    where f.to_confirm and (f.outcome is null or ${chance.percent(10)}) order by o.id`);
  if (rows.length === 0) return [];
  const claim = chance.oneOf(rows);
  const both = chance.percent(30) ? ['staff', 'other staff'] : ['staff'];
  return both.map((name) => answering(world, name, claim));
}

function answering(world: World, name: string, { order_id, user_id }: Claim): Work {
  const { chance, cast, simEvents } = world;
  const answer = chance.oneOf(ANSWERS);
  const what = typeof answer === 'string' ? answer : answer.consequence;
  const staff: Viewer = {
    user_id: cast.families.find((family) => family.user_id !== user_id)!.user_id,
    roles: ['admin'],
    is_staff: true,
    impersonator_id: null,
    session_id: 'sim',
  };
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `answers the aid of order ${order_id}: ${what}`, async () => {
      const billing = world.billingOf(flow);
      if (typeof answer === 'string') await confirmAid(billing, { staff, order_id });
      else await declineAid(billing, { staff, order_id, body: declineAidShape.parse(answer) });
      simEvents(`aid: ${what}`);
    });
  return { name, diesAt: chance.percent(30) ? 1 + chance.upTo(10) : 0, run };
}
