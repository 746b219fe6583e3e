import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import * as contract from './seats.contract.ts';
import { holdSeat, releaseHold } from './holds.service.ts';
import { joinWaitingList, leaveWaitingList, listWaiting } from './waiting-list.service.ts';

export function registerSeatsRoutes(app: FastifyInstance, { db, clock, vault }: AppContext): void {
  const networkDigest = (ip: string) => vault.sign('seat hold', networkOf(ip));
  const now = () => clock.now();
  handle(
    app,
    contract.holdSeat,
    inTx(async (tx, { viewer, params, body, meta }) => [
      await holdSeat(tx, now(), {
        network: networkDigest(meta.ip),
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    contract.releaseHold,
    inTx((tx, { viewer, params }) => releaseHold(tx, now(), { user_id: viewer.user_id, ...params })),
  );
  handle(app, contract.listWaiting, ({ viewer }) => listWaiting(db, now(), viewer.user_id));
  handle(
    app,
    contract.joinWaitingList,
    inTx(async (tx, { viewer, params, body }) => [
      await joinWaitingList(tx, now(), {
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    contract.leaveWaitingList,
    inTx((tx, { viewer, params }) => leaveWaitingList(tx, now(), { user_id: viewer.user_id, ...params })),
  );
}
