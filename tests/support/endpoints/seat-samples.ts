import { verifyEmailOfAccount } from '#tests/support/app/people.ts';
import { sql } from 'drizzle-orm';
import { send } from '#tests/support/app/people.ts';
import type { PlayerFamily, Players } from './players.ts';
import type { CallSample } from './sample.ts';

const REASON = 'The mother starts night shifts.';
let presses = 0;
const pressed = () => ({ 'idempotency-key': `waiting-${(presses += 1)}` });

/** Seats of a route that are free, whatever other calls have sold, freed or kept. */
const leaveFree = ({ shop, fullRouteId }: Players, seats: number) =>
  shop.context.db.execute(sql`update routes set capacity = seats_taken + ${seats}::int +
    (select count(*)::int from seat_holds where route_id = routes.id) where id = ${fullRouteId}`);

/** A child that waits for a seat of a full route. */
async function aWaitingChild(family: PlayerFamily, cast: Players): Promise<{ id: number }> {
  const { shop, fullRouteId } = cast;
  const { user_id, student_id } = family;
  await leaveFree(cast, 0);
  await verifyEmailOfAccount(shop.app, user_id);
  // Children of other calls, who would get a seat that is free again, wait no more.
  await shop.context.db.execute(sql`update waiting_list set closed_at = now(), closed_reason = 'left'
    where id in (select id from waiting_list where route_id = ${fullRouteId} and closed_at is null
      and student_id <> ${student_id} for update skip locked)`);
  await shop.context.db.execute(sql`insert into waiting_list (route_id, student_id, user_id, joined_at)
    select ${fullRouteId}, ${student_id}, ${user_id}, now() where not exists (select from waiting_list
      where route_id = ${fullRouteId} and student_id = ${student_id} and closed_at is null)`);
  const { rows } = await shop.context.db.execute<{
    id: number;
  }>(sql`select max(id)::int as id from waiting_list
    where student_id = ${student_id}`);
  return { id: rows[0]!.id };
}

/** A waiting child, and one more seat of the route. */
async function aChildToOffer(family: PlayerFamily, cast: Players): Promise<{ id: number }> {
  const child = await aWaitingChild(family, cast);
  await leaveFree(cast, 1);
  return child;
}

async function anOfferedChild(family: PlayerFamily, cast: Players): Promise<{ id: number }> {
  const child = await aChildToOffer(family, cast);
  await send(cast.shop.app, {
    method: 'POST',
    url: `/admin/waiting/${child.id}/offer`,
    headers: { authorization: `Bearer ${cast.staff.tokens.access_token}`, ...pressed() },
    payload: { reason: REASON },
  });
  return child;
}

const ofEntry = (
  open: (family: PlayerFamily, cast: Players) => Promise<{ id: number }>,
  body: object,
): CallSample => ({
  send: async (family, cast) => ({ params: await open(family, cast), headers: pressed(), body }),
  ids: { 'params.id': 'staff' },
  impersonator: 403,
});

/** The calls about seats that are kept, and waiting lists, on which only a verified family stands. */
export const seatSamples: Record<string, CallSample> = {
  holdSeat: {
    send: ({ student_id }, { offer }) => ({ params: { route_id: offer.route_id }, body: { student_id } }),
    ids: { 'params.route_id': 'everyone', 'body.student_id': 'student' },
  },
  releaseHold: {
    send: ({ student_id }, { offer }) => ({ params: { route_id: offer.route_id, student_id } }),
    ids: { 'params.route_id': 'everyone', 'params.student_id': 'student' },
  },
  listWaiting: { send: () => ({}) },
  joinWaitingList: {
    send: async (family, { shop, fullRouteId }) => {
      await verifyEmailOfAccount(shop.app, family.user_id);
      return { params: { route_id: fullRouteId }, body: { student_id: family.student_id } };
    },
    ids: { 'params.route_id': 'everyone', 'body.student_id': 'student' },
  },
  leaveWaitingList: {
    send: async (family, { shop, fullRouteId }) => {
      await verifyEmailOfAccount(shop.app, family.user_id);
      await family.call('POST', `/route/${fullRouteId}/waiting-list`, { student_id: family.student_id });
      return { params: { route_id: fullRouteId, student_id: family.student_id } };
    },
    ids: { 'params.route_id': 'everyone', 'params.student_id': 'student' },
  },
  listWaitingRoutes: { send: () => ({}), impersonator: 403 },
  listWaitingChildren: {
    send: async (family, cast) => {
      await aWaitingChild(family, cast);
      return { query: { line: String(cast.fullRouteId), state: 'waits' } };
    },
    impersonator: 403,
  },
  listWaitingActs: {
    send: async (family, cast) => {
      await anOfferedChild(family, cast);
      return { query: { student: String(family.student_id) } };
    },
    impersonator: 403,
  },
  offerWaiting: ofEntry(aChildToOffer, { reason: REASON }),
  prolongWaitingOffer: ofEntry(anOfferedChild, { hours: 24, reason: REASON }),
  takeWaitingOfferBack: ofEntry(anOfferedChild, { reason: REASON }),
  removeWaiting: ofEntry(aWaitingChild, { reason: REASON }),
  addWaiting: {
    send: async (family, { fullRouteId }) => ({
      headers: pressed(),
      body: {
        route_id: fullRouteId,
        student_id: family.student_id,
        reason: REASON,
        is_beyond_limit: true,
      },
    }),
    ids: { 'body.route_id': 'everyone', 'body.student_id': 'staff' },
    impersonator: 403,
  },
};
