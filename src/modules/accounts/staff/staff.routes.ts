import type { FastifyInstance } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { changeStaff, disableStaff, enableStaff } from './change-staff.service.ts';
import { inviteStaff, resendInvitation, takeBackInvitation } from './invite-staff.service.ts';
import { hashNobodyKnows, resetFactorOf } from './staff-accounts.service.ts';
import * as calls from './staff.contract.ts';
import { getMember, listStaff } from './staff-members.service.ts';

type MailingCall = Pick<Call<typeof calls.disableStaff>, 'viewer' | 'headers' | 'body' | 'params'>;

/** A call that mails, once for its key; the mails go out after the commit. */
async function mailOnce(
  context: AppContext,
  name: string,
  { viewer, headers, ...sent }: Omit<MailingCall, 'body' | 'params'> & { body?: object; params?: object },
  act: (tx: Tx, now: Date) => Promise<number>,
) {
  const { db, clock } = context;
  const now = clock.now();
  const call = { by_id: viewer.user_id, call: name, key: headers['idempotency-key'] };
  const member = await db.transaction(async (tx) => {
    const { params, body } = sent;
    return getMember(tx, await once(tx, now, { ...call, sent: { params, body } }, () => act(tx, now)));
  });
  await sendEmailsSoon(context);
  return [member];
}

export function registerStaffRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, calls.listStaff, () => listStaff(db));
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
