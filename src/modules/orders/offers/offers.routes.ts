import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { acceptOffer } from './accept-offer.service.ts';
import { declineOffer, resendOffer, withdrawOffer } from './end-offer.service.ts';
import * as family from './family-offers.contract.ts';
import { makeOffer, previewOffer } from './make-offer.service.ts';
import * as contract from './offers.contract.ts';
import { offerList } from './offer-list.ts';
import { receiveCheck } from './receive-check.service.ts';
import * as received from './received-check.contract.ts';
import { listOffers, listOffersOfFamily, readOffer, readOfferForStaff } from './read-offers.service.ts';

export function registerOfferRoutes(app: FastifyInstance, context: AppContext): void {
  registerStaffOffers(app, context);
  registerFamilyOffers(app, context);
  registerReceivedChecks(app, context);
}

function registerStaffOffers(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  handleList(app, contract.listOffers, (query) => listOffers(context, query), fileOf(offerList));
  handle(app, contract.previewOffer, async ({ viewer, body }) => [await previewOffer(billing, viewer, body)]);
  handle(app, contract.makeOffer, async ({ viewer, body, headers }) => {
    const key = headers['idempotency-key'] ?? randomUUID();
    const id = await makeOffer(billing, viewer, { body, key });
    await sendEmailsSoon(context);
    return [await readOffer(context, { id })];
  });
  handle(app, contract.readOffer, async ({ params }) => [await readOfferForStaff(context, params)]);
  handle(app, contract.withdrawOffer, async ({ viewer, params, body }) => {
    await withdrawOffer(context, { viewer, ...params, ...body });
    await sendEmailsSoon(context);
    return [await readOffer(context, params)];
  });
  handle(app, contract.resendOffer, async ({ viewer, params, headers }) => {
    const key = headers['idempotency-key'] ?? randomUUID();
    await resendOffer(context, { viewer, ...params, key });
    await sendEmailsSoon(context);
    return [await readOffer(context, params)];
  });
}

function registerReceivedChecks(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, received.receiveCheck, async ({ viewer, params: { id }, body }) => {
    const order = { order_id: id, received: body };
    await db.transaction((tx) => receiveCheck(tx, clock, viewer, order));
    await sendEmailsSoon(context);
    return [{ order_id: id }];
  });
}

function registerFamilyOffers(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  const own = (viewer: { user_id: number }, id: number) =>
    readOffer(context, { id, user_id: viewer.user_id });
  handle(app, family.listFamilyOffers, async ({ viewer, params: { id } }) =>
    id === undefined ? listOffersOfFamily(context, viewer) : [await own(viewer, id)],
  );
  handle(app, family.acceptOffer, async ({ viewer, params, body, headers, meta }) => {
    const idempotency_key = headers['idempotency-key'];
    await acceptOffer(billing, { viewer, ...params, body, idempotency_key, meta });
    await sendEmailsSoon(context);
    return [await own(viewer, params.id)];
  });
  handle(app, family.declineOffer, async ({ viewer, params, body }) => {
    await declineOffer(context, { viewer, ...params, ...body });
    await sendEmailsSoon(context);
    return [await own(viewer, params.id)];
  });
}
