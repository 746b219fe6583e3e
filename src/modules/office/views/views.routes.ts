import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './views.contract.ts';
import { addView, changeView, listViews, removeView } from './views.service.ts';

export function registerViewRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  const { lists } = app;
  handle(app, calls.listViews, ({ viewer, query }) => listViews({ db, lists, viewer }, query.list));
  handle(
    app,
    calls.addView,
    inTx(async (tx, { viewer, body }) => [await addView({ tx, now: clock.now(), lists, viewer }, body)]),
  );
  handle(
    app,
    calls.changeView,
    inTx(async (tx, { viewer, params, body }) => [
      await changeView({ tx, now: clock.now(), lists, viewer }, { ...params, ...body }),
    ]),
  );
  handle(
    app,
    calls.removeView,
    inTx(async (tx, { viewer, params }) => {
      await removeView({ tx, now: clock.now(), viewer }, params.id);
    }),
  );
}
