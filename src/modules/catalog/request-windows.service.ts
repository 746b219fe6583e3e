import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import {
  listRefundPeriods,
  listWindowRows,
  updateWindow,
  type StoredWindow,
  type WindowChange,
} from './request-windows.queries.ts';

/** When families of a school year may ask for a refund, if at all, and approve a reassignment (R1). */
export type RequestWindow = StoredWindow & {
  /** the company names this school year among those that a refund can be asked for */
  refund_offered: boolean;
};

/** Of every school year, the latest first. */
export async function listRequestWindows(db: Db): Promise<RequestWindow[]> {
  const offered = await listRefundPeriods(db);
  return (await listWindowRows(db)).map((window) => ({
    ...window,
    refund_offered: offered.includes(window.name),
  }));
}

/**
 * Opens or shuts a school year's requests and sets their last days, by staff's hand.
 * @throws Refusal not_found
 */
export async function saveRequestWindow(
  tx: Tx,
  now: Date,
  staff: Viewer,
  id: number,
  to: WindowChange,
): Promise<RequestWindow> {
  const was = await updateWindow(tx, id, to);
  if (!was) throw new Refusal(catalogRefusals.not_found);
  const detail = Object.fromEntries(
    Object.entries(to).filter(([name, value]) => was[name as keyof WindowChange] !== value),
  );
  await writeAudit(tx, now, staff, { action: 'period.requests', subject: `period:${id}`, detail });
  return (await listRequestWindows(tx)).find((window) => window.id === id)!;
}
