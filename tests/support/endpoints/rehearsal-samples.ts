import { sql } from 'drizzle-orm';
import { rehearsals } from '#db/tables/rehearsals.ts';
import type { RehearsalState } from '#modules/rehearsals/rehearsal.states.ts';
import { demoPeriod, settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import type { Players } from './players.ts';
import type { CallSample } from './sample.ts';

const endAll = ({ shop }: Players) =>
  shop.context.db.execute(sql`update rehearsals set state = 'stopped' where state = 'playing'`);

async function aRehearsal(cast: Players, state: RehearsalState): Promise<{ id: number }> {
  const { db, clock } = cast.shop.context;
  await endAll(cast);
  const at = { begun_at: clock.now(), heard_at: clock.now() };
  const settings = settingsOf(await demoPeriod(db));
  const [row] = await db
    .insert(rehearsals)
    .values({ season: '2027', settings, state, by_id: cast.staff.user_id, ...at })
    // Many calls are sent side by side, and one rehearsal plays at a time.
    .onConflictDoUpdate({
      target: rehearsals.state,
      targetWhere: sql`${rehearsals.state} = 'playing'`,
      set: { heard_at: at.heard_at },
    })
    .returning({ id: rehearsals.id });
  return row!;
}

/** The calls about rehearsals of a season. */
export const rehearsalSamples: Record<string, CallSample> = {
  listRehearsals: { send: () => ({}), impersonator: 403 },
  readRehearsal: {
    send: async (_, cast) => ({ params: await aRehearsal(cast, 'done') }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  playRehearsal: {
    send: async (_, cast) => {
      await endAll(cast);
      return { body: settingsOf(await demoPeriod(cast.shop.context.db)) };
    },
    ids: { 'body.period_id': 'everyone' },
    impersonator: 403,
  },
  stopRehearsal: {
    send: async (_, cast) => ({ params: await aRehearsal(cast, 'playing') }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};
