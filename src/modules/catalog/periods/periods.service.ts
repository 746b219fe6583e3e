import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { LandingTexts } from '#modules/catalog/catalog.contract.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import { cleanLandingTexts } from '#modules/catalog/catalog.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { updateLandingTexts, updateWindow, type StoredPeriod, type WindowChange } from './periods.queries.ts';

export { listLandingMessages } from './periods.queries.ts';

/**
 * Saves the landing page texts of a school for open and closed sales. Stores only allow-listed HTML; null
 * leaves the page without text.
 * @throws Refusal not_found
 */
export async function saveLandingMessages(
  tx: Tx,
  now: Date,
  staff: Viewer,
  { id, texts }: { id: number; texts: LandingTexts },
) {
  const saved = await updateLandingTexts(tx, id, cleanLandingTexts(texts));
  if (!saved) throw new Refusal(catalogRefusals.not_found);
  await writeAudit(tx, now, staff, { action: 'landing.messages', subject: `period_program_group:${id}` });
  return saved;
}

/** R1 */
export type RequestWindow = StoredPeriod & {
  refund_offered: boolean;
};

const latestFirst = (a: StoredPeriod, b: StoredPeriod) =>
  b.starts_on.localeCompare(a.starts_on) || b.id - a.id;

export async function listRequestWindows(db: Db): Promise<RequestWindow[]> {
  return requestWindowsOf(await currentCatalog(db));
}

export function requestWindowsOf({ company, periods }: Catalog): RequestWindow[] {
  const offered = company[0]?.refund_periods ?? [];
  return periods.toSorted(latestFirst).map((period) => ({
    ...period,
    refund_offered: offered.includes(period.name),
  }));
}

/**
 * Opens or closes a school year's requests and sets the last days.
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
