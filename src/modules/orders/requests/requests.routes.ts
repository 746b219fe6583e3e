import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import { approveReassignment, submitRefundRequest } from './submit-request.service.ts';
import { decline, completeRefundRequest, startReview } from './decide-refund.service.ts';
import { requestList } from './request-list.ts';
import * as inbox from './refund-inbox.contract.ts';
import { listRequests, openRequest } from './refund-inbox.service.ts';
import { approveReassign, requestRefund } from './requests.contract.ts';

export function registerRefundRequestRoutes(app: FastifyInstance, context: AppContext): void {
  registerFamilyRequests(app, context);
  registerInbox(app, context);
}

function registerFamilyRequests(app: FastifyInstance, context: AppContext): void {
  handle(app, requestRefund, async ({ viewer, body, meta }) => {
    const asking = { viewer, order_id: body.order.id, ip: meta.ip, user_agent: meta.user_agent };
    const request = await submitRefundRequest(context, asking, body.refund.type);
    await sendEmailsSoon(context);
    return [request];
  });
  handle(app, approveReassign, async ({ viewer, body, meta }) => {
    const asking = { viewer, order_id: body.order.id, ip: meta.ip, user_agent: meta.user_agent };
    const approval = await approveReassignment(context, asking);
    await sendEmailsSoon(context);
    return [approval];
  });
}

function registerInbox(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault, billing } = context;
  handleList(app, inbox.listRequests, (query) => listRequests(context, query), fileOf(requestList));
  handle(app, inbox.readRefundRequest, async ({ viewer, params }) => [
    await openRequest(context, viewer, params.id),
  ]);
  handle(app, inbox.takeUpRefund, async ({ viewer, params }) => {
    const request = await db.transaction((tx) =>
      startReview({ tx, vault }, clock.now(), { staff: viewer, id: params.id }),
    );
    await sendEmailsSoon(context);
    return [request];
  });
  handle(app, inbox.declineRefund, async ({ viewer, params, body }) => {
    const request = await db.transaction((tx) =>
      decline({ tx, vault }, clock.now(), { staff: viewer, id: params.id }, body.reason),
    );
    await sendEmailsSoon(context);
    return [request];
  });
  handle(app, inbox.finishRefund, async ({ viewer, params, body }) => {
    const request = await completeRefundRequest(billing, { staff: viewer, id: params.id }, body);
    await sendEmailsSoon(context);
    return [request];
  });
}
