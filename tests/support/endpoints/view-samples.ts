import { sql } from 'drizzle-orm';
import type { Players } from './players.ts';
import type { CallSample } from './sample.ts';

let count = 0;

const aView = () => ({ name: `Sample ${(count += 1)}`, query: { school: 'hm', sort: 'number' } });

async function aKeptView({ shop, staff }: Players): Promise<number> {
  const { name, query } = aView();
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`insert into office_views (list, name, owner_id, is_shared, query, position, created_at)
      values ('listOrderRows', ${name}, ${staff.user_id}, true, ${JSON.stringify(query)}::jsonb, 0, now())
      returning id::int`,
  );
  return rows[0]!.id;
}

export const viewSamples: Record<string, CallSample> = {
  listViews: { send: () => ({ query: { list: 'listOrderRows' } }), impersonator: 403 },
  addView: {
    send: () => ({ body: { list: 'listOrderRows', is_shared: true, ...aView() } }),
    impersonator: 403,
  },
  changeView: {
    send: async (_, cast) => ({
      params: { id: await aKeptView(cast) },
      body: { ...aView(), place: 0, version: 1 },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  removeView: {
    send: async (_, cast) => ({ params: { id: await aKeptView(cast) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};
