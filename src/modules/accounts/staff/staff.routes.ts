import type { FastifyInstance } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import type { AppContext } from '#server/app-context.ts';
import { actOnce, type ActingCall } from '#server/http/act-once.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { changeStaff, disableStaff, enableStaff } from './change-staff.service.ts';
import { inviteStaff, resendInvitation, takeBackInvitation } from './invite-staff.service.ts';
import { hashNobodyKnows, resetFactorOf } from './staff-accounts.service.ts';
import * as calls from './staff.contract.ts';
import { getMember, listStaff } from './staff-members.service.ts';
import { readWorkMail, setWorkMail } from './work-mail.contract.ts';
import { findWorkMail, saveOwnWorkMail } from './work-mail.service.ts';

async function mailOnce(
  context: AppContext,
  name: string,
  call: ActingCall,
  act: (tx: Tx, now: Date) => Promise<number>,
) {
  return [await getMember(context.db, await actOnce(context, name, call, act))];
}

export function registerStaffRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, calls.listStaff, () => listStaff(db));
  handle(app, readWorkMail, async ({ viewer }) => [{ is_on: await findWorkMail(db, viewer.user_id) }]);
  handle(
    app,
    setWorkMail,
    inTx(async (tx, { viewer, body: { is_on } }) => {
      await saveOwnWorkMail(tx, clock.now(), viewer, is_on);
      return [{ is_on }];
    }),
  );
  registerInvitations(app, context);
  handle(app, calls.changeStaff, async ({ viewer, params: { id }, body }) => {
    const member = await db.transaction(async (tx) => {
      await changeStaff(tx, clock.now(), viewer, { id, to: body });
      return getMember(tx, id);
    });
    await sendEmailsSoon(context);
    return [member];
  });
  handle(app, calls.disableStaff, (call) =>
    mailOnce(context, 'disableStaff', call, (tx, now) =>
      disableStaff(tx, now, call.viewer, { id: call.params.id, reason: call.body.reason }),
    ),
  );
  handle(app, calls.enableStaff, async (call) => {
    const unusable_hash = await hashNobodyKnows();
    return mailOnce(context, 'enableStaff', call, (tx, now) =>
      enableStaff(tx, now, call.viewer, { id: call.params.id, unusable_hash }),
    );
  });
  handle(app, calls.resetStaffFactor, async ({ viewer, params }) => {
    await db.transaction((tx) => resetFactorOf(tx, clock.now(), viewer, params.id));
    await sendEmailsSoon(context);
  });
}

function registerInvitations(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, calls.inviteStaff, async (call) => {
    const unusable_hash = await hashNobodyKnows();
    return mailOnce(context, 'inviteStaff', call, (tx, now) =>
      inviteStaff(tx, now, call.viewer, { invitation: call.body, unusable_hash }),
    );
  });
  handle(app, calls.resendInvitation, (call) =>
    mailOnce(context, 'resendInvitation', call, (tx, now) =>
      resendInvitation(tx, now, call.viewer, call.params.id),
    ),
  );
  handle(app, calls.takeBackInvitation, async ({ viewer, params }) => {
    await db.transaction((tx) => takeBackInvitation(tx, clock.now(), viewer, params.id));
    await sendEmailsSoon(context);
  });
}
