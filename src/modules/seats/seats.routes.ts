import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import * as contract from './seats.contract.ts';
import { holdSeat, releaseHold } from './holds.service.ts';
import { joinWaitingList, leaveWaitingList, listWaiting } from './waiting-list.service.ts';

export function registerSeatsRoutes(app: FastifyInstance, context: AppContext): void {
  registerHolds(app, context);
  registerWaitingList(app, context);
}

function registerHolds(app: FastifyInstance, { clock, vault }: AppContext): void {
  handle(
    app,
    contract.holdSeat,
    inTx(async (tx, { viewer, params, body, meta }) => [
      await holdSeat(tx, clock.now(), {
        network: vault.sign('seat hold', networkOf(meta.ip)),
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    contract.releaseHold,
    inTx((tx, { viewer, params }) => releaseHold(tx, clock.now(), { user_id: viewer.user_id, ...params })),
  );
}

function registerWaitingList(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, contract.listWaiting, ({ viewer }) => listWaiting(db, clock.now(), viewer.user_id));
  handle(
    app,
    contract.joinWaitingList,
    inTx(async (tx, { viewer, params, body }) => [
      await joinWaitingList(tx, clock.now(), {
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    contract.leaveWaitingList,
    inTx((tx, { viewer, params }) =>
      leaveWaitingList(tx, clock.now(), { user_id: viewer.user_id, ...params }),
    ),
  );
}
