import type { FastifyInstance } from 'fastify';
import { beginImpersonation } from '#modules/accounts/sessions/impersonation.service.ts';
import { readOfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import * as officeOrders from '#modules/office/orders/office-order.service.ts';
import * as periods from '#modules/catalog/periods/periods.service.ts';
import { inTx } from '#server/http/call.ts';
import { serveArchives } from '#server/http/archives.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as mailCalls from '#modules/office/mails/mails.contract.ts';
import { mailList } from '#modules/office/mails/mail-list.ts';
import * as mails from '#modules/office/mails/mails.service.ts';
import * as auditCalls from '#modules/office/audit/audit.contract.ts';
import * as calls from '#modules/office/people/people.contract.ts';
import * as landing from '#modules/office/schools/landing-messages.contract.ts';
import { auditList } from '#modules/office/audit/audit-list.ts';
import { listAudit } from '#modules/office/audit/audit.service.ts';
import { moveClock, readClock } from '#modules/office/clock/clock.contract.ts';
import { moveClockTo, readClockState } from '#modules/office/clock/clock.service.ts';
import { exportList } from '#modules/office/exports/exports.contract.ts';
import { linkToList, openList } from '#modules/office/exports/exports.service.ts';
import { listOwed } from '#modules/office/owed/owed.contract.ts';
import { owedList } from '#modules/office/owed/owed-list.ts';
import { fileOf } from '#kit/list/list-view.ts';
import { resendVerificationOf } from '#modules/accounts/profile/registration.service.ts';
import { parentList } from '#modules/office/people/parent-list.ts';
import { readOverview } from '#modules/office/overview/overview.contract.ts';
import * as overview from '#modules/office/overview/overview.service.ts';
import * as owed from '#modules/office/owed/owed.service.ts';
import * as todayCalls from '#modules/office/today/today.contract.ts';
import { readToday } from '#modules/office/today/today.service.ts';
import { listRequestWindows, saveRequestWindow } from '#modules/office/schools/request-windows.contract.ts';
import {
  askForMethod,
  mailPasswordReset,
  endSessions,
  listParents,
  readParent,
  readStudent,
} from '#modules/office/people/people.service.ts';

export function registerOfficeRoutes(app: FastifyInstance, context: AppContext): void {
  registerParents(app, context);
  handleList(app, auditCalls.listAudit, (query, by) => listAudit(context, query, by), fileOf(auditList));
  registerMails(app, context);
  registerPeriodSettings(app, context);
  handle(app, readClock, async () => [await readClockState(context)]);
  handle(app, moveClock, async ({ viewer, body }) => [await moveClockTo(context, viewer, body)]);
  handle(
    app,
    calls.endSessions,
    inTx((tx, { viewer, params }) => endSessions(tx, context.clock.now(), viewer, params.id)),
  );
  handle(app, exportList, async ({ viewer, body }) => [await linkToList(context, app.lists, viewer, body)]);
}

function registerParents(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  handle(app, readOverview, async ({ viewer, query }) => [
    await overview.readOverview({ db, clock }, viewer, query),
  ]);
  handle(app, todayCalls.readToday, async ({ viewer }) => [await readToday({ db, clock }, viewer)]);
  handleList(app, listOwed, (query) => owed.listOwed({ db, clock, vault }, query), fileOf(owedList));
  handleList(app, calls.listParents, (query) => listParents({ db, clock, vault }, query), fileOf(parentList));
  handle(app, calls.readParent, async ({ viewer, params }) => [
    await readParent({ db, clock, vault }, viewer, params.id),
  ]);
  handle(app, calls.readStudent, async ({ viewer, params }) => [
    await readStudent({ db, clock, vault }, viewer, params.id),
  ]);
  handle(app, readOfficeOrder, async ({ viewer, params }) => [
    await officeOrders.readOfficeOrder({ db, clock, vault }, viewer, params.id),
  ]);
  handle(app, calls.resendVerificationOf, async ({ viewer, params }) => {
    const asked = { user_id: params.id, today: clock.today() };
    await db.transaction((tx) => resendVerificationOf(tx, clock.now(), viewer, asked));
    await sendEmailsSoon(context);
  });
  handle(app, calls.mailPasswordReset, async ({ viewer, params }) => {
    await db.transaction((tx) => mailPasswordReset(tx, clock.now(), viewer, params.id));
    await sendEmailsSoon(context);
  });
  handle(app, calls.askForMethod, async ({ viewer, params }) => {
    await db.transaction((tx) => askForMethod(tx, clock, viewer, params.id));
    await sendEmailsSoon(context);
  });
  handle(
    app,
    calls.startImpersonation,
    inTx(async (tx, { viewer, params, body, meta }) => {
      const origin = { ip: meta.ip, user_agent: meta.user_agent };
      const asked = { staff: viewer, parentId: params.id, reason: body.reason, origin };
      return [await beginImpersonation(tx, clock.now(), asked)];
    }),
  );
}

function registerMails(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handleList(app, mailCalls.listMails, (query) => mails.listMails({ db, clock }, query), fileOf(mailList));
  handle(app, mailCalls.sendMailAgain, async ({ viewer, params }) => {
    await db.transaction((tx) => mails.sendMailAgain(tx, clock.now(), viewer, params.id));
    await sendEmailsSoon(context);
  });
}

/** Registers the texts and request windows of a period. */
function registerPeriodSettings(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, landing.listLandingMessages, async () => periods.listLandingPages(db, clock.now()));
  handle(
    app,
    landing.saveLandingMessages,
    inTx(async (tx, { viewer, params, body: { version, ...texts } }) => [
      await periods.saveLandingMessages(tx, clock, viewer, { id: params.id, texts, version }),
    ]),
  );
  handle(app, listRequestWindows, async () => periods.listRequestWindows(db));
  handle(
    app,
    saveRequestWindow,
    inTx(async (tx, { viewer, params, body: { version, ...to } }) => [
      await periods.saveRequestWindow(tx, clock, viewer, { id: params.id, to, version }),
    ]),
  );
}

export function registerOfficeFiles(storage: FastifyInstance, context: AppContext): void {
  serveArchives(storage, context, 'lists', (viewer, path) => openList(context, storage.lists, viewer, path));
}
