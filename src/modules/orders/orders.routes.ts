import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon, triggerSoon } from '#server/http/trigger-soon.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { serveArchives } from '#server/http/archives.ts';
import { serveStored } from '#server/http/stored-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { cancelByStaff, writeNotes } from './staff/staff-orders.service.ts';
import * as checks from './discounts/check-codes.contract.ts';
import { checkAidCode, checkSiblingNumber } from './discounts/check-codes.service.ts';
import * as staffContract from './staff/staff-orders.contract.ts';
import { listOrderDocuments } from './order-documents.contract.ts';
import * as contract from './orders.contract.ts';
import { listDocuments, openDocument } from './contracts/order-documents.service.ts';
import { previewQuote } from './checkout/preview-quote.service.ts';
import { placeOrder, quoteOrder, resumeOrder } from './checkout/place-order.service.ts';
import * as signed from './reading/signed-contract.contract.ts';
import * as unconfirmedContract from './reading/unconfirmed-orders.contract.ts';
import {
  listOrdersOf,
  listUnconfirmedOf,
  readOrder,
  readSignedContract,
} from './reading/read-orders.service.ts';
import * as ending from './staff/end-contract.contract.ts';
import { endContract, previewEnding } from './staff/end-contract.service.ts';
import { askForPhoto as askForPhotoCall } from './staff/ask-for-photo.contract.ts';
import { askForPhoto } from './staff/ask-for-photo.service.ts';
import { sendPapers as sendPapersCall } from './staff/send-papers.contract.ts';
import { sendPapers } from './staff/send-papers.service.ts';
import { takeDisputePapers } from './staff/dispute-papers.contract.ts';
import { linkToDisputePapers, openDisputePapers } from './staff/dispute-papers.service.ts';
import * as refundContract from './staff/refund-order.contract.ts';
import { issueRefund, readRefundsOf, reverseIssuedRefund } from './staff/refund-order.service.ts';

function registerUnconfirmedRoutes(app: FastifyInstance, { db, billing, clock }: AppContext): void {
  handle(app, unconfirmedContract.listUnconfirmedOrders, async ({ viewer }) =>
    listUnconfirmedOf(db, clock.now(), viewer),
  );
  handle(app, unconfirmedContract.resumeOrder, async ({ viewer, body, headers }) => {
    const known_by = { idempotency_key: headers['idempotency-key'], order_id: body.order_id };
    return [await resumeOrder(billing, viewer, known_by)];
  });
}

function registerDisputePapers(app: FastifyInstance, context: AppContext): void {
  handle(app, takeDisputePapers, async ({ viewer, params }) => [
    await linkToDisputePapers(context, viewer, params.id),
  ]);
}

export function registerOrdersRoutes(app: FastifyInstance, context: AppContext): void {
  registerUnconfirmedRoutes(app, context);
  registerDisputePapers(app, context);
  registerCheckout(app, context);
  registerReading(app, context);
  registerStaffOrders(app, context);
  registerDocuments(app, context);
  registerRefunds(app, context);
  registerCodeChecks(app, context);
}

function registerCheckout(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  handle(app, contract.quoteOrder, async ({ viewer, body, preview }) => [
    await (preview ? previewQuote(billing, viewer, body, preview) : quoteOrder(billing, viewer, body)),
  ]);
  handle(app, contract.placeOrder, async ({ viewer, body, headers, meta }) => {
    const order = await placeOrder(billing, {
      viewer,
      body,
      idempotency_key: headers['idempotency-key'],
      meta,
    });
    if (viewer.impersonator_id !== null) await triggerSoon(context, 'orders.ask-acceptances');
    await sendEmailsSoon(context);
    return [order];
  });
}

function registerReading(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, contract.listOrders, async ({ viewer, params }) => {
    if (params.id === undefined) return listOrdersOf(context, viewer);
    const order = await readOrder(context, viewer, params.id);
    // Staff leave an audit row on reading another family's contract (reliability 5.6).
    const { student } = order.order_detail.contract.contract_detail;
    if (student.parent.id !== viewer.user_id)
      await writeAudit(db, clock.now(), viewer, { action: 'order.read', subject: `order:${params.id}` });
    return [order];
  });
}

function registerStaffOrders(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, staffContract.cancelOrder, async ({ viewer, params, body }) => {
    await db.transaction((tx) => cancelByStaff(tx, clock, viewer, { order_id: params.id, ...body }));
    await sendEmailsSoon(context);
    return [await readOrder(context, viewer, params.id)];
  });
  handle(app, askForPhotoCall, async ({ viewer, params }) => {
    await db.transaction((tx) => askForPhoto(tx, clock, viewer, params.id));
    await sendEmailsSoon(context);
  });
  handle(app, sendPapersCall, async ({ viewer, params }) => {
    await db.transaction((tx) => sendPapers(tx, clock, viewer, params.id));
    await sendEmailsSoon(context);
  });
  handle(app, staffContract.writeNotes, async ({ viewer, params, body: { seen, ...written } }) => [
    await writeNotes(context, viewer, { order_id: params.id, written, seen }),
  ]);
}

function registerDocuments(app: FastifyInstance, context: AppContext): void {
  handle(app, signed.readSignedContract, async ({ viewer, params }) => [
    await readSignedContract(context.db, viewer, params.id),
  ]);
  handle(app, listOrderDocuments, async ({ viewer, params }) => [
    await listDocuments(context, viewer, params.id),
  ]);
}

function registerRefunds(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  handle(app, refundContract.readRefunds, async ({ params }) => [await readRefundsOf(billing, params.id)]);
  handle(app, refundContract.refundOrder, async ({ viewer, params, body, headers }) => {
    const refunds = await issueRefund(billing, {
      staff: viewer,
      order_id: params.id,
      body,
      idempotency_key: headers['idempotency-key'],
    });
    await sendEmailsSoon(context);
    return [refunds];
  });
  handle(app, ending.previewEnding, async ({ viewer, params, body }) => [
    await previewEnding(billing, { staff: viewer, order_id: params.id, ...body }),
  ]);
  handle(app, ending.endContract, async ({ viewer, params, body, headers }) => {
    const idempotency_key = headers['idempotency-key'];
    const ended = await endContract(billing, { staff: viewer, order_id: params.id, body, idempotency_key });
    await sendEmailsSoon(context);
    return [ended];
  });
  handle(app, refundContract.reverseRefund, async ({ viewer, params: { id, refund_id }, body }) => {
    const refunds = await reverseIssuedRefund(billing, { staff: viewer, order_id: id, refund_id, ...body });
    await sendEmailsSoon(context);
    return [refunds];
  });
}

function registerCodeChecks(app: FastifyInstance, context: AppContext): void {
  handle(app, checks.validateSiblingNumber, async ({ viewer, params, query }) => [
    await checkSiblingNumber(context, viewer, { ...params, student_id: query.student_id }),
  ]);
  handle(app, checks.verifyFinancialAidCode, async ({ viewer, params, body }) => [
    await checkAidCode(context, viewer, { ...params, code: body.code, student_id: body.student_id ?? null }),
  ]);
}

export function registerOrdersFiles(storage: FastifyInstance, context: AppContext): void {
  for (const folder of ['contracts', 'orders'])
    serveStored(storage, context, folder, (viewer, path) => openDocument(context, viewer, path));
  serveArchives(storage, context, 'dispute-papers', (viewer, path) =>
    openDisputePapers(context, viewer, path),
  );
}
