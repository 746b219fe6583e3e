import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { House } from '#server/house.ts';
import { approveReassignment, askForRefund } from './ask-for.service.ts';
import { approveReassign, requestRefund } from './requests.contract.ts';

export function registerRequestRoutes(app: FastifyInstance, house: House): void {
  handle(app, requestRefund, async ({ viewer, body, meta }) => [
    await askForRefund(house, { viewer, order_id: body.order.id, ip: meta.ip, user_agent: meta.userAgent }, body.refund.type),
  ]);
  handle(app, approveReassign, async ({ viewer, body, meta }) => [
    await approveReassignment(house, { viewer, order_id: body.order.id, ip: meta.ip, user_agent: meta.userAgent }),
  ]);
}
