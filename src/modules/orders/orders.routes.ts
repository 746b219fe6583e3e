import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { House } from '#server/house.ts';
import { checkAidCode, checkSiblingNumber } from './check-codes.service.ts';
import { listOrders, placeOrder, quoteOrder, readSignedContract, validateSiblingNumber, verifyFinancialAidCode } from './orders.contract.ts';
import * as placing from './place-order.service.ts';
import * as reading from './read-orders.service.ts';

export function registerOrdersRoutes(app: FastifyInstance, house: House): void {
  const { db, billing } = house;
  // Only a matter of seconds: a drain that nobody asked for comes by every minute.
  const mailSoon = () => house.poke('outbox.drain').catch(() => undefined);

  handle(app, quoteOrder, async ({ viewer, body }) => [await placing.quoteOrder(billing, viewer, body)]);
  handle(app, placeOrder, async ({ viewer, body, headers, meta }) => {
    const order = await placing.placeOrder(billing, { viewer, body, idempotency_key: headers['idempotency-key'], meta });
    await mailSoon();
    return [order];
  });
  handle(app, listOrders, async ({ viewer, params }) =>
    params.id === undefined ? reading.listOrdersOf(db, viewer) : [await reading.readOrder(db, viewer, params.id)],
  );
  handle(app, readSignedContract, async ({ viewer, params }) => [await reading.readSignedContract(db, viewer, params.id)]);
  handle(app, validateSiblingNumber, async ({ viewer, params, query }) => [
    await checkSiblingNumber(house, viewer, { ...params, student_id: query.student_id }),
  ]);
  handle(app, verifyFinancialAidCode, async ({ viewer, params, body }) => [
    await checkAidCode(house, viewer, { ...params, code: body.code, student_id: body.student_id ?? null }),
  ]);
}
