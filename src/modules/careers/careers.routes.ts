import type { FastifyInstance } from 'fastify';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import { applyForJob, readJobForm } from './application.contract.ts';
import { receiveApplication } from './apply.service.ts';
import { fileOf } from '#kit/list/list-view.ts';
import { applicationList } from './application-list.ts';
import * as calls from './inbox.contract.ts';
import * as inbox from './inbox.service.ts';

export function registerCareersRoutes(app: FastifyInstance, context: AppContext): void {
  registerJobForm(app, context);
  registerInbox(app, context);
}

function registerJobForm(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault, config } = context;
  const asksConviction = !config.fairChance;
  handle(app, readJobForm, async () => [{ today: clock.today(), asks_conviction: asksConviction }]);
  handle(app, applyForJob, async ({ body, headers, meta }) => {
    await receiveApplication(
      { db, clock, vault, asksConviction },
      { form: body, idempotency_key: headers['idempotency-key'], ip: meta.ip },
    );
    await sendEmailsSoon(context);
  });
}

function registerInbox(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  const act = (staff: Viewer, { id }: { id: number }) => ({ staff, now: clock.now(), id });
  handleList(
    app,
    calls.listApplications,
    (query) => inbox.listApplications({ db, vault, clock }, query),
    fileOf(applicationList),
  );
  handle(app, calls.readApplication, async ({ viewer, params }) => [
    await inbox.readApplication(db, { staff: viewer, now: clock.now(), vault }, params.id),
  ]);
  handle(
    app,
    calls.markApplication,
    inTx((tx, { viewer, params, body }) => inbox.markApplication(tx, act(viewer, params), body.state)),
  );
  handle(
    app,
    calls.addApplicationNote,
    inTx((tx, { viewer, params, body }) => inbox.addNote(tx, act(viewer, params), body.note)),
  );
  handle(app, calls.releaseApplication, async ({ viewer, params }) => {
    await db.transaction((tx) => inbox.releaseApplication(tx, act(viewer, params)));
    await sendEmailsSoon(context);
  });
}
