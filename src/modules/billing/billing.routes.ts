import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { listPaymentMethods } from './billing.contract.ts';
import { listMethods } from './methods.service.ts';

export function billingRoutes(app: FastifyInstance): void {
  handle(app, listPaymentMethods, inTx((tx, { viewer }) => listMethods(tx, viewer.user_id)));
}
