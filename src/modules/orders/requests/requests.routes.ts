import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import { approveReassignment, submitRefundRequest } from './submit-request.service.ts';
import { decline, completeRefundRequest, startReview } from './decide-refund.service.ts';
import * as inbox from './refund-inbox.contract.ts';
import { listApprovals, listInbox, openRequest } from './refund-inbox.service.ts';
import { approveReassign, requestRefund } from './requests.contract.ts';

export function registerRefundRequestRoutes(app: FastifyInstance, context: AppContext): void {
  registerFamilyRequests(app, context);
  registerInbox(app, context);
}

function registerFamilyRequests(app: FastifyInstance, context: AppContext): void {
  handle(app, requestRefund, async ({ viewer, body, meta }) => [
    await submitRefundRequest(
      context,
      { viewer, order_id: body.order.id, ip: meta.ip, user_agent: meta.user_agent },
      body.refund.type,
    ),
  ]);
  handle(app, approveReassign, async ({ viewer, body, meta }) => [
    await approveReassignment(context, {
      viewer,
      order_id: body.order.id,
      ip: meta.ip,
      user_agent: meta.user_agent,
    }),
  ]);
}

function registerInbox(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault, billing } = context;
  handleList(app, inbox.listRefundRequests, (query) => listInbox(db, query));
  handleList(app, inbox.listReassignApprovals, (query) => listApprovals(db, query));
  handle(app, inbox.readRefundRequest, async ({ viewer, params }) => [
    await openRequest(context, viewer, params.id),
  ]);
  handle(
    app,
    inbox.takeUpRefund,
    inTx(async (tx, { viewer, params }) => [
      await startReview({ tx, vault }, clock.now(), { staff: viewer, id: params.id }),
    ]),
  );
  handle(
    app,
    inbox.declineRefund,
    inTx(async (tx, { viewer, params, body }) => [
      await decline({ tx, vault }, clock.now(), { staff: viewer, id: params.id }, body.reason),
    ]),
  );
  handle(app, inbox.finishRefund, async ({ viewer, params, body }) => {
    const request = await completeRefundRequest(billing, { staff: viewer, id: params.id }, body);
    await sendEmailsSoon(context);
    return [request];
  });
}
