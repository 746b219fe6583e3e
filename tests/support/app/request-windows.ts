import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';

/**
 * Gives the school year that is sold now another name, so that its orders are those of the period of that
 * name.
 */
export async function nameTheSeason(db: Database, name: string): Promise<void> {
  await db.execute(sql`update periods set name = 'not ' || name where name = ${name}`);
  await db.execute(
    sql`update periods set name = ${name} where id in (select current_period_id from program_groups)`,
  );
}

type Window = {
  refund_open?: boolean;
  refund_cutoff?: string | null;
  reassign_open?: boolean;
  reassign_cutoff?: string | null;
  reassign_to?: string | null;
};

type Staff = { call(method: 'GET' | 'PUT', path: string, body?: object): Promise<{ items: any[] }> };

/** Staff open or shut the requests of the school year of that name. */
export async function setWindow(staff: Staff, name: string, window: Window): Promise<void> {
  const { items } = await staff.call('GET', '/admin/request-windows');
  const { id, refund_open, refund_cutoff, reassign_open, reassign_cutoff, reassign_to } = items.find(
    (period) => period.name === name,
  );
  await staff.call('PUT', `/admin/request-windows/${id}`, {
    refund_open,
    refund_cutoff,
    reassign_open,
    reassign_cutoff,
    reassign_to,
    ...window,
  });
}
