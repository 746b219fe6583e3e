import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import { readOffer } from '#modules/orders/offers/read-offers.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { readUpload } from '#server/http/upload.ts';
import { findDraft } from './find-draft.service.ts';
import { orderDraft, putAside } from './order-draft.service.ts';
import { listPapers } from './list-papers.service.ts';
import { listPapers as listPapersCall } from './paper-list.contract.ts';
import { paperList } from './paper-list.ts';
import * as contract from './paper.contract.ts';
import { SCAN_BYTES_MAX } from './scan-rules.ts';
import { storeScan } from './scans.service.ts';
import { sellOnPaper } from './sell-on-paper.service.ts';

export function registerPaperRoutes(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  handle(app, contract.uploadScan, async ({ viewer, request }) => [
    await storeScan(context, viewer, await readUpload(request, SCAN_BYTES_MAX)),
  ]);
  handle(app, contract.sellOnPaper, async ({ viewer, body, headers, meta }) => {
    const key = headers['idempotency-key'];
    const id = await sellOnPaper(billing, { staff: viewer, body, key, meta });
    await sendEmailsSoon(context);
    return [await readOffer(context, { id })];
  });
  registerDrafts(app, context);
}

function registerDrafts(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  handleList(app, listPapersCall, (query) => listPapers(context, query), fileOf(paperList));
  handle(app, contract.findPrintedContract, async ({ viewer, body }) => {
    const found = await findDraft(billing, viewer, body);
    await writeAudit(db, clock.now(), viewer, {
      action: 'printed.read',
      subject: `user:${found.family.id}`,
      detail: { printed_contract_id: found.id },
    });
    return [found];
  });
  handle(app, contract.orderPrintedContract, async ({ viewer, body, headers, meta }) => {
    const key = headers['idempotency-key'];
    const made = await orderDraft(billing, { staff: viewer, body, key, meta });
    await sendEmailsSoon(context);
    return [made];
  });
  handle(app, contract.putPrintedAside, async ({ viewer, body }) => {
    await putAside(billing, { staff: viewer, body });
    return [await findDraft(billing, viewer, { ...body, staff_discount_id: null })];
  });
}
