import { sql } from 'drizzle-orm';
import type { Players } from './players.ts';
import type { CallSample } from './sample.ts';

/** An entry of the worklist: a contract with a special request. */
async function anEntry({ shop }: Players, order_id: number): Promise<string> {
  await shop.context.db.execute(
    sql`update contracts set special_request = 'A seat at the front' where order_id = ${order_id}`,
  );
  return String(order_id);
}

export const worklistSamples: Record<string, CallSample> = {
  readWorkMail: { send: () => ({}), impersonator: 403 },
  setWorkMail: { send: () => ({ body: { is_on: true } }), impersonator: 403 },
  listWork: { send: () => ({ query: { kind: 'special_request' } }), impersonator: 403 },
  claimWork: {
    send: async (family, cast) => ({
      body: {
        kind: 'special_request',
        subject: await anEntry(cast, (await family.order()).id),
        owner_id: cast.staff.user_id,
        hidden_until: null,
        note: 'Calls on Monday',
        is_done: false,
        version: 0,
      },
    }),
    ids: { 'body.owner_id': 'staff' },
    impersonator: 403,
  },
};
