import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { listPaymentMethods } from './billing.contract.ts';
import { chargePayment } from './charge-payment.service.ts';
import { addMethod, deleteMethod, setDefault } from './change-methods.service.ts';
import * as editing from './edit-payment.service.ts';
import * as mandates from './mandates.service.ts';
import { addPaymentMethod, deletePaymentMethod, listDebitTerms, setDefaultPaymentMethod } from './methods.contract.ts';
import { listMethods } from './methods.service.ts';
import * as payment from './payment-edit.contract.ts';
import { readPayment } from './read-payment.service.ts';

export function billingRoutes(app: FastifyInstance): void {
  handle(app, listPaymentMethods, inTx((tx, { viewer }) => listMethods(tx, viewer.user_id)));
  handle(app, listDebitTerms, inTx((tx) => mandates.listDebitTerms(tx)));
  handle(app, addPaymentMethod, async ({ house, viewer, body, headers, meta }) => [
    await addMethod(house.billing, { user_id: viewer.user_id, body, idempotency_key: headers['idempotency-key'], ip: meta.ip, user_agent: meta.userAgent }),
  ]);
  handle(app, deletePaymentMethod, inTx((tx, { house, viewer, body }) => deleteMethod(tx, house.clock, { user_id: viewer.user_id, payment_method_id: body.id })));
  handle(app, setDefaultPaymentMethod, inTx(async (tx, { house, viewer, body: { data } }) => [
    await setDefault(tx, house.clock, { user_id: viewer.user_id, payment_method_id: data.id, is_default: data.is_default }),
  ]));
  handle(app, payment.readPayment, async ({ house, params }) => [await readPayment(house.db, house.clock, params)]);
  handle(app, payment.editPayment, inTx(async (tx, { house, viewer, params, body }) => [await editing.editPayment(tx, house.billing, viewer, { ...params, edit: body })]));
  handle(app, payment.chargePayment, async ({ house, viewer, params, body }) => [await chargePayment(house.billing, viewer, { ...params, version: body.version })]);
}
