import { inPlace } from '#kit/in-place.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { editedRefusal } from '#modules/accounts/edited-meanwhile.service.ts';
import type { LandingTexts } from '#modules/catalog/catalog.contract.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import {
  currentCatalog,
  sellingCatalog,
  type Catalog,
  type SellingCatalog,
} from '#modules/catalog/current-catalog.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { applyChanges, momentOf, writerOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { countInCheckout, findLandingMessages } from './periods.queries.ts';
import type { SchoolOpening } from './school-opening.contract.ts';

export { countInCheckout } from './periods.queries.ts';

type Moments = Pick<Clock, 'now' | 'today'>;

type Current = { id: number; version: number } | undefined;

/** Called after the lock of the catalog, so nobody changes the record in between (OF0.20). */
async function refuseEdited(
  tx: Tx,
  now: Date,
  { kind, current, seen }: { kind: ObjectKind; current: Current; seen: number | undefined },
): Promise<void> {
  if (!current || seen === undefined || seen === current.version) return;
  const { id, version } = current;
  throw editedRefusal([{ current, ...(await writerOf(tx, { kind, id, version }, now)) }]);
}

/**
 * Saves the landing page texts of a school for open and closed sales. Stores only allow-listed HTML; null
 * leaves the page without text.
 * @param change.version  as read by the writer; without a version, the texts overwrite the present texts
 * @throws Refusal not_found; edited_meanwhile with the present texts
 */
export async function saveLandingMessages(
  tx: Tx,
  clock: Moments,
  staff: Viewer,
  { id, texts, version }: { id: number; texts: LandingTexts; version?: number },
) {
  await lockCatalog(tx);
  const current = await findLandingMessages(tx, id);
  await refuseEdited(tx, clock.now(), { kind: 'period_group', current, seen: version });
  await applyChanges(tx, momentOf(clock), {
    changes: [{ op: 'update', kind: 'period_group', id, fields: texts }],
    source: 'form',
    staff,
    action: 'landing.messages',
  });
  return (await findLandingMessages(tx, id))!;
}

type StoredPeriod = Catalog['periods'][number];

const latestFirst = (a: StoredPeriod, b: StoredPeriod) =>
  b.starts_on.localeCompare(a.starts_on) || b.id - a.id;

type SoldSchool = SellingCatalog['period_program_groups'][number];

/** @param families  with an open checkout of the school */
export const schoolOpening = (
  { opens_at, closes_at, hours, is_active }: SoldSchool,
  families = 0,
): SchoolOpening => ({
  opens_at: opens_at?.toISOString() ?? null,
  closes_at: closes_at?.toISOString() ?? null,
  hours,
  sells: is_active,
  in_checkout: families,
});

/** The texts of each school in a school year, with its hours and whether it sells now (SE8.2). */
export async function listLandingPages(db: Db, now: Date) {
  const { period_program_groups, program_groups, periods } = await sellingCatalog(db, now);
  const open = await countInCheckout(db, now);
  return period_program_groups
    .map((row) => ({
      row,
      group: program_groups.find(({ id }) => id === row.program_group_id)!,
      period: periods.find(({ id }) => id === row.period_id)!,
    }))
    .toSorted((a, b) => latestFirst(a.period, b.period) || inPlace(a.group, b.group))
    .map(({ row, group, period }) => {
      const inCheckout = open.find((one) => one.period_id === period.id && one.program_group_id === group.id);
      return {
        ...row,
        ...schoolOpening(row, inCheckout?.families),
        is_active: row.is_switched_on,
        school: group.text,
        path: group.path,
        period: period.text,
      };
    });
}

/** R1 */
export type RequestWindow = StoredPeriod & {
  refund_offered: boolean;
};

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

/** R1; the last days as written: `2027-09-01`, `today+30d` */
export type WindowChange = Pick<StoredPeriod, 'refund_open' | 'reassign_open' | 'reassign_to'> & {
  refund_cutoff: string | null;
  reassign_cutoff: string | null;
};

/**
 * Opens or closes a school year's requests and sets the last days.
 * @param change.version  as read by the writer; without a version, the present settings are overwritten
 * @throws Refusal not_found; edited_meanwhile with the present settings
 */
export async function saveRequestWindow(
  tx: Tx,
  clock: Moments,
  staff: Viewer,
  { id, to, version }: { id: number; to: WindowChange; version?: number },
): Promise<RequestWindow> {
  await lockCatalog(tx);
  const find = async () => (await listRequestWindows(tx)).find((window) => window.id === id);
  await refuseEdited(tx, clock.now(), { kind: 'period', current: await find(), seen: version });
  await applyChanges(tx, momentOf(clock), {
    changes: [{ op: 'update', kind: 'period', id, fields: to }],
    source: 'form',
    staff,
    action: 'period.requests',
  });
  return (await find())!;
}
