import { desc, eq } from 'drizzle-orm';
import { company, periods } from '#db/tables/catalog.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type StoredWindow = {
  id: number;
  name: string;
  text: string;
  refund_open: boolean;
  refund_cutoff: PlainDate | null;
  reassign_open: boolean;
  reassign_cutoff: PlainDate | null;
};

const asWindow = {
  id: periods.id,
  name: periods.name,
  text: periods.text,
  refund_open: periods.refund_open,
  refund_cutoff: periods.refund_cutoff,
  reassign_open: periods.reassign_open,
  reassign_cutoff: periods.reassign_cutoff,
};

/** Every school year, the latest first. */
export async function listWindowRows(db: Db): Promise<StoredWindow[]> {
  return db.select(asWindow).from(periods).orderBy(desc(periods.starts_on), desc(periods.id));
}

/** The names of the school years whose contracts a refund can be asked for. */
export async function listRefundPeriods(db: Db): Promise<string[]> {
  const [row] = await db.select({ names: company.refund_periods }).from(company);
  return row?.names ?? [];
}

export type WindowChange = Pick<
  StoredWindow,
  'refund_open' | 'refund_cutoff' | 'reassign_open' | 'reassign_cutoff'
>;

/** @returns what it was before; undefined when there is no such school year */
export async function updateWindow(tx: Tx, id: number, to: WindowChange): Promise<StoredWindow | undefined> {
  const [was] = await tx.select(asWindow).from(periods).where(eq(periods.id, id)).for('no key update');
  if (!was) return undefined;
  const { refund_open, refund_cutoff, reassign_open, reassign_cutoff } = to;
  await tx
    .update(periods)
    .set({ refund_open, refund_cutoff, reassign_open, reassign_cutoff })
    .where(eq(periods.id, id));
  return was;
}
