import type { FastifyInstance } from 'fastify';
import * as seats from '#modules/seats/staff-waiting.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as calls from './waiting.contract.ts';
import * as waiting from './waiting.service.ts';

type ActingCall = Pick<Call<typeof calls.addWaiting>, 'viewer' | 'headers'> & {
  body: object;
  params?: object;
};

export function registerWaitingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  const reading = () => ({ db, vault, now: clock.now() });

  /** Once for its key; the mails go out after the commit. */
  async function act(
    name: string,
    { viewer, headers, params, body }: ActingCall,
    work: (tx: Tx, by: seats.Acting) => Promise<number>,
  ) {
    const by = { now: clock.now(), staff: viewer };
    const asked = { by_id: viewer.user_id, call: name, key: headers['idempotency-key'] };
    const id = await db.transaction((tx) =>
      once(tx, by.now, { ...asked, sent: { params, body } }, () => work(tx, by)),
    );
    await sendEmailsSoon(context);
    return [await waiting.readWaitingChild(reading(), id)];
  }

  handle(app, calls.listWaitingRoutes, () => waiting.listWaitingRoutes({ db, clock }));
  handleList(app, calls.listWaitingChildren, (query) => waiting.listWaitingChildren(reading(), query));
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
