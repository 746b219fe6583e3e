import type { FastifyInstance } from 'fastify';
import { beginImpersonation } from '#modules/accounts/sessions/impersonation.service.ts';
import * as periods from '#modules/catalog/periods/periods.service.ts';
import { inTx } from '#server/http/call.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './admin.contract.ts';
import { listAudit } from './audit.service.ts';
import { moveClock, readClock } from './clock.contract.ts';
import { moveClockTo, readClockState } from './clock.service.ts';
import { listOwed } from './owed.contract.ts';
import * as owed from './owed.service.ts';
import { listRequestWindows, saveRequestWindow } from './request-windows.contract.ts';
import {
  endSessions,
  listParents,
  listStaff,
  readParent,
  readToday,
  resetStaffFactor,
} from './people.service.ts';

export function registerAdminRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  handle(app, calls.readToday, async () => [await readToday(db, clock)]);
  handle(app, listOwed, async ({ query }) => [await owed.listOwed({ db, vault }, clock.today(), query)]);
  handle(app, calls.listParents, async ({ viewer, query }) => {
    // The order of the rows, and the place in the list, would tell the sums.
    if (query.sort === 'due' && !hasRight(viewer, 'money')) throw new Refusal(accountRefusals.right_missing);
    return [await listParents({ db, vault }, clock.today(), query)];
  });
  handle(app, calls.readParent, async ({ viewer, params }) => [
    await readParent({ db, clock, vault }, viewer, params.id),
  ]);
  handle(
    app,
    calls.startImpersonation,
    inTx(async (tx, { viewer, params, body, meta }) => {
      const origin = { ip: meta.ip, user_agent: meta.user_agent };
      return [
        await beginImpersonation(tx, clock.now(), {
          staff: viewer,
          parentId: params.id,
          reason: body.reason,
          origin,
        }),
      ];
    }),
  );
  handle(app, calls.listAudit, async ({ query }) => [await listAudit(db, query)]);
  handle(app, calls.listLandingMessages, async () => periods.listLandingMessages(db));
  handle(
    app,
    calls.saveLandingMessages,
    inTx(async (tx, { viewer, params, body }) => [
      await periods.saveLandingMessages(tx, clock.now(), viewer, { id: params.id, texts: body }),
    ]),
  );
  handle(app, listRequestWindows, async () => periods.listRequestWindows(db));
  handle(
    app,
    saveRequestWindow,
    inTx(async (tx, { viewer, params, body }) => [
      await periods.saveRequestWindow(tx, clock, viewer, { id: params.id, to: body }),
    ]),
  );
  handle(app, readClock, async () => [await readClockState(context)]);
  handle(app, moveClock, async ({ viewer, body }) => [await moveClockTo(context, viewer, body)]);
  handle(app, calls.listStaff, async () => listStaff(db));
  handle(
    app,
    calls.endSessions,
    inTx((tx, { viewer, params }) => endSessions(tx, clock.now(), viewer, params.id)),
  );
  handle(app, calls.resetStaffFactor, async ({ viewer, params }) => {
    await db.transaction((tx) => resetStaffFactor(tx, clock.now(), viewer, params.id));
    await context.triggerJob('outbox.drain');
  });
}
