import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { newId } from '#platform/tokens/tokens.ts';
import type { Players } from './players.ts';
import type { CallSample } from './sample.ts';

const aColleague = async ({ aPlayer }: Players) => ({ id: (await aPlayer('userRoleDispatcher')).user_id });

/** An invited person who has chosen no password yet. */
async function anInvited(cast: Players): Promise<{ id: number }> {
  const { id } = await aColleague(cast);
  await cast.shop.context.db.execute(
    sql`update user_roles set pending_since = ${cast.shop.context.clock.now()} where user_id = ${id}`,
  );
  return { id };
}

const headers = () => ({ 'idempotency-key': randomUUID() });
const ofMember = { ids: { 'params.id': 'staff' }, impersonator: 403 } as const;

/** The calls about the accounts of staff. */
export const staffSamples: Record<string, CallSample> = {
  listStaff: { send: () => ({}), impersonator: 403 },
  inviteStaff: {
    send: () => ({
      headers: headers(),
      body: {
        email: `${newId()}@office.example`,
        first_name: 'Noor',
        last_name: 'Haddad',
        role: 'userRoleDispatcher',
        school_ids: [],
      },
    }),
    ids: { 'body.school_ids': 'everyone' },
    impersonator: 403,
  },
  resendInvitation: {
    send: async (_, cast) => ({ headers: headers(), params: await anInvited(cast) }),
    ...ofMember,
  },
  takeBackInvitation: { send: async (_, cast) => ({ params: await anInvited(cast) }), ...ofMember },
  changeStaff: {
    send: async (_, cast) => ({
      params: await aColleague(cast),
      body: { role: 'userRoleAdmin', school_ids: [], version: 1 },
    }),
    ids: { 'params.id': 'staff', 'body.school_ids': 'everyone' },
    impersonator: 403,
  },
  disableStaff: {
    send: async (_, cast) => ({
      headers: headers(),
      params: await aColleague(cast),
      body: { reason: 'Works elsewhere now.' },
    }),
    ...ofMember,
  },
  enableStaff: {
    send: async (_, cast) => ({ headers: headers(), params: await aColleague(cast) }),
    ...ofMember,
  },
  resetStaffFactor: {
    send: async (_, cast) => ({ params: { id: await cast.aColleagueWithApp() } }),
    ...ofMember,
  },
};
