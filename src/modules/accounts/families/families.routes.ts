import type { FastifyInstance } from 'fastify';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { hashNobodyKnows } from '#modules/accounts/staff/staff-accounts.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { actOnce } from '#server/http/act-once.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './families.contract.ts';
import { inviteFamily } from './invite-family.service.ts';

export function registerFamilyRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, vault } = context;
  handle(app, calls.inviteFamily, async (call) => {
    const unusable_hash = await hashNobodyKnows();
    const user_id = await actOnce(context, 'inviteFamily', call, (tx, now) =>
      inviteFamily({ tx, now, vault }, call.viewer, { family: call.body, unusable_hash }),
    );
    const { acknowledged_at } = await getUser(db, user_id);
    return [{ user_id, is_waiting: acknowledged_at === null }];
  });
}
