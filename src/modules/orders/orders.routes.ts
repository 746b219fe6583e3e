import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { serveStored } from '#server/http/stored-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { cancelByStaff } from './staff/cancel-order.service.ts';
import { checkAidCode, checkSiblingNumber } from './discounts/check-codes.service.ts';
import { writeNotes } from './staff/contract-notes.service.ts';
import * as staffContract from './staff/staff-orders.contract.ts';
import {
  listOrderDocuments,
  listOrders,
  placeOrder,
  quoteOrder,
  readSignedContract,
  validateSiblingNumber,
  verifyFinancialAidCode,
} from './orders.contract.ts';
import { listDocuments, openDocument } from './contracts/order-documents.service.ts';
import * as placing from './checkout/place-order.service.ts';
import * as reading from './reading/read-orders.service.ts';
import { readRefunds, refundOrder } from './staff/refund-order.contract.ts';
import { issueRefund, readRefundsOf } from './staff/refund-order.service.ts';

export function registerOrdersRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, billing, clock } = context;
  // Only a matter of seconds: a drain that nobody asked for comes by every minute.
  const sendEmailsSoon = () => context.triggerJob('outbox.drain').catch(() => undefined);

  handle(app, quoteOrder, async ({ viewer, body }) => [await placing.quoteOrder(billing, viewer, body)]);
  handle(app, placeOrder, async ({ viewer, body, headers, meta }) => {
    const order = await placing.placeOrder(billing, {
      viewer,
      body,
      idempotency_key: headers['idempotency-key'],
      meta,
    });
    await sendEmailsSoon();
    return [order];
  });
  handle(app, listOrders, async ({ viewer, params }) => {
    if (params.id === undefined) return reading.listOrdersOf(db, viewer);
    const order = await reading.readOrder(db, viewer, params.id);
    // A contract tells of a child; staff who read one that is not their own leave a row (reliability 5.6).
    const { student } = order.order_detail.contract.contract_detail;
    if (student.parent.id !== viewer.user_id)
      await writeAudit(db, clock.now(), viewer, { action: 'order.read', subject: `order:${params.id}` });
    return [order];
  });
  handle(app, staffContract.cancelOrder, async ({ viewer, params, body }) => {
    await db.transaction((tx) =>
      cancelByStaff(tx, clock, viewer, { order_id: params.id, reason: body.reason }),
    );
    await sendEmailsSoon();
    return [await reading.readOrder(db, viewer, params.id)];
  });
  handle(app, staffContract.writeNotes, async ({ viewer, params, body: { seen, ...written } }) => [
    await writeNotes(context, viewer, { order_id: params.id, written, seen }),
  ]);
  handle(app, readSignedContract, async ({ viewer, params }) => [
    await reading.readSignedContract(db, viewer, params.id),
  ]);
  handle(app, listOrderDocuments, async ({ viewer, params }) => [
    await listDocuments(context, viewer, params.id),
  ]);
  handle(app, readRefunds, async ({ params }) => [await readRefundsOf(db, params.id)]);
  handle(app, refundOrder, async ({ viewer, params, body, headers }) => {
    const refunds = await issueRefund(billing, {
      staff: viewer,
      order_id: params.id,
      body,
      idempotency_key: headers['idempotency-key'],
    });
    await sendEmailsSoon();
    return [refunds];
  });
  handle(app, validateSiblingNumber, async ({ viewer, params, query }) => [
    await checkSiblingNumber(context, viewer, { ...params, student_id: query.student_id }),
  ]);
  handle(app, verifyFinancialAidCode, async ({ viewer, params, body }) => [
    await checkAidCode(context, viewer, { ...params, code: body.code, student_id: body.student_id ?? null }),
  ]);
}

/** Contracts and receipts, below /storage. */
export function registerOrdersFiles(storage: FastifyInstance, context: AppContext): void {
  for (const folder of ['contracts', 'orders'])
    serveStored(storage, context, folder, (viewer, path) => openDocument(context, viewer, path));
}
