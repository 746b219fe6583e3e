import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { serveStored } from '#server/http/stored-files.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { listAmendments as listAmendmentsCall } from './amendment-list.contract.ts';
import { amendmentList } from './amendment-list.ts';
import * as calls from './amendments.contract.ts';
import * as family from './family-amendment.contract.ts';
import { acceptAmendment, declineAmendment } from './answer-amendment.service.ts';
import * as paper from './paper-amendment.contract.ts';
import { openAmendmentToSign, readAmendmentToSign, signAmendmentOnPaper } from './paper-amendment.service.ts';
import { previewAmendment } from './plan-amendment.service.ts';
import { readFamilyAmendment } from './present-amendment.service.ts';
import { proposeAmendment, withdrawAmendment } from './propose-amendment.service.ts';
import {
  listAmendments,
  readAmendmentById,
  readAmendmentOf,
  readOrderAmendments,
} from './read-amendments.service.ts';

export function registerAmendmentRoutes(app: FastifyInstance, context: AppContext): void {
  registerOffice(app, context);
  registerPaper(app, context);
  registerFamily(app, context);
}

function registerOffice(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  handleList(app, listAmendmentsCall, (query) => listAmendments(context, query), fileOf(amendmentList));
  handle(
    app,
    calls.readOrderAmendments,
    inTx(async (tx, { viewer, params }) => {
      const found = await readOrderAmendments(tx, billing, { staff: viewer, order_id: params.id });
      await writeAudit(tx, clock.now(), viewer, { action: 'order.read', subject: `order:${params.id}` });
      return [found];
    }),
  );
  handle(
    app,
    calls.previewAmendment,
    inTx(async (tx, { viewer, params, body }) => [
      await previewAmendment(tx, billing, { staff: viewer, order_id: params.id, request: body }),
    ]),
  );
  handle(app, calls.proposeAmendment, async ({ viewer, params, body, headers }) => {
    const id = await proposeAmendment(billing, {
      staff: viewer,
      order_id: params.id,
      body,
      idempotency_key: headers['idempotency-key'],
    });
    await sendEmailsSoon(context);
    return [await readAmendmentOf(db, params.id, id)];
  });
  handle(app, calls.withdrawAmendment, async ({ viewer, params, body }) => {
    const asked = { staff: viewer, id: params.id, reason: body.reason };
    const { order_id } = await db.transaction((tx) => withdrawAmendment(tx, clock.now(), asked));
    await sendEmailsSoon(context);
    return [await readAmendmentOf(db, order_id, params.id)];
  });
}

function registerPaper(app: FastifyInstance, context: AppContext): void {
  const { db, billing } = context;
  handle(
    app,
    paper.readAmendmentToSign,
    inTx(async (tx, { viewer, params }) => [
      await readAmendmentToSign(tx, billing, { staff: viewer, id: params.id }),
    ]),
  );
  handle(app, paper.signAmendmentOnPaper, async ({ viewer, params: { id }, body, headers, meta }) => {
    const idempotency_key = headers['idempotency-key'];
    await signAmendmentOnPaper(billing, { staff: viewer, id, body, idempotency_key, meta });
    await sendEmailsSoon(context);
    return [await readAmendmentById(db, id)];
  });
}

export function registerAmendmentFiles(storage: FastifyInstance, context: AppContext): void {
  serveStored(storage, context, 'amendments-to-sign', (viewer, path) =>
    openAmendmentToSign(context, viewer, path),
  );
}

function registerFamily(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  const read = (asked: Parameters<typeof readFamilyAmendment>[2]) =>
    db.transaction((tx) => readFamilyAmendment(tx, billing, asked));
  handle(app, family.readAmendment, async ({ viewer, params }) => [
    await read({ viewer, order_id: params.id }),
  ]);
  handle(app, family.acceptAmendment, async ({ viewer, params, body, meta }) => {
    const { ip, user_agent } = meta;
    await acceptAmendment(billing, { viewer, order_id: params.id, ...body, ip, user_agent });
    await sendEmailsSoon(context);
    return [await read({ viewer, order_id: params.id })];
  });
  handle(app, family.declineAmendment, async ({ viewer, params, body }) => {
    const asked = { viewer, order_id: params.id, reason: body.reason };
    await db.transaction((tx) => declineAmendment(tx, clock.now(), asked));
    return [await read({ viewer, order_id: params.id })];
  });
}
