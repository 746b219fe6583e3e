import type { FastifyInstance } from 'fastify';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fileOf } from '#kit/list/list-view.ts';
import type { AppContext } from '#server/app-context.ts';
import { actOnce } from '#server/http/act-once.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as calls from './aid.contract.ts';
import { awardList } from './award-list.ts';
import { readStudentAid } from './award-use.service.ts';
import * as awards from './awards.service.ts';
import * as budgets from './budgets.service.ts';

export function registerAwardRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  const by = (staff: Viewer) => ({ vault, staff, now: clock.now(), today: clock.today() });
  const shown = (id: number) => awards.readAward({ db, vault }, id);

  handleList(
    app,
    calls.listAwards,
    (query, { viewer }) => awards.listAwards({ ...by(viewer), db }, query),
    fileOf(awardList),
  );
  handle(app, calls.createAwards, async (call) => {
    const id = await actOnce(context, 'createAwards', call, (tx) =>
      awards.createAwards({ ...by(call.viewer), tx }, call.body),
    );
    return awards.readMadeFrom({ db, vault }, id, call.body.awards.length);
  });
  handle(app, calls.changeAward, async ({ viewer, params, body }) => {
    await db.transaction((tx) => awards.changeAward({ ...by(viewer), tx }, params.id, body));
    await sendEmailsSoon(context);
    return shown(params.id);
  });
  handle(app, calls.endAward, async (call) => {
    const id = await actOnce(context, 'endAward', call, (tx) =>
      awards.endAward({ ...by(call.viewer), tx }, call.params.id, call.body),
    );
    return shown(id);
  });
  handle(app, calls.linkAward, async (call) => {
    const id = await actOnce(context, 'linkAward', call, (tx) =>
      awards.linkAward({ ...by(call.viewer), tx }, call.params.id, call.body),
    );
    return shown(id);
  });
  handle(app, calls.readAidBudget, async ({ viewer, params }) => [
    await budgets.readAidBudget({ ...by(viewer), db }, params),
  ]);
  handle(app, calls.saveAidBudget, async ({ viewer, params, body }) => [
    await db.transaction((tx) => budgets.saveAidBudget({ ...by(viewer), tx }, params, body)),
  ]);
  handle(app, calls.readStudentAid, async ({ viewer, params, query }) =>
    readStudentAid(
      db,
      { viewer, now: clock.now(), today: clock.today() },
      {
        student_id: params.id,
        route_id: query.route_id,
        payment_term_id: query.payment_term_id,
        addon_ids: query.addon_ids === '' ? [] : query.addon_ids.split(',').map(Number),
      },
    ),
  );
}
