import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import * as seats from '#modules/seats/staff-waiting.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AppContext } from '#server/app-context.ts';
import { actOnce, type ActingCall } from '#server/http/act-once.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import * as calls from './waiting.contract.ts';
import { waitingList } from './waiting-list.ts';
import * as waiting from './waiting.service.ts';

export function registerWaitingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  const reading = () => ({ db, vault, now: clock.now() });

  async function act(name: string, call: ActingCall, work: (tx: Tx, by: seats.Acting) => Promise<number>) {
    const id = await actOnce(context, name, call, (tx, now) => work(tx, { now, staff: call.viewer }));
    return [await waiting.readWaitingChild(reading(), id)];
  }

  handle(app, calls.listWaitingRoutes, () => waiting.listWaitingRoutes({ db, clock }));
  handleList(
    app,
    calls.listWaitingChildren,
    (query) => waiting.listWaitingChildren(context, query),
    fileOf(waitingList),
  );
  handleList(app, calls.listWaitingActs, (query) => waiting.listWaitingActs(db, query));
  handle(app, calls.offerWaiting, (call) =>
    act('offerWaiting', call, (tx, by) => seats.offerWaiting(tx, by, call.params.id, call.body)),
  );
  handle(app, calls.prolongWaitingOffer, (call) =>
    act('prolongWaitingOffer', call, (tx, by) => seats.prolongOffer(tx, by, call.params.id, call.body)),
  );
  handle(app, calls.takeWaitingOfferBack, (call) =>
    act('takeWaitingOfferBack', call, (tx, by) => seats.takeOfferBack(tx, by, call.params.id, call.body)),
  );
  handle(app, calls.removeWaiting, (call) =>
    act('removeWaiting', call, (tx, by) => seats.removeFromWaitingList(tx, by, call.params.id, call.body)),
  );
  handle(app, calls.addWaiting, (call) =>
    act('addWaiting', call, (tx, by) => seats.addToWaitingList(tx, by, call.body)),
  );
}
