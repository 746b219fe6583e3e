import type { Preview } from '#kit/endpoint/preview-headers.ts';
import { invariant } from '#kit/invariant.ts';
import { instantOf } from '#kit/local-time.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import {
  asPublished,
  currentCatalog,
  sellingCatalog,
  type Catalog,
  type SellingCatalog,
} from './current-catalog.service.ts';

/** The clock that a call goes by: it stands at noon of the day that a preview asks for (SE7.2). */
export const clockFor = (clock: Clock, preview: Preview | undefined): Clock =>
  preview ? { ...clock, now: () => noonOf(clock.time_zone, preview.on), today: () => preview.on } : clock;

function noonOf(time_zone: string, day: PlainDate): Date {
  const noon = instantOf(time_zone, `${day}T12:00`);
  invariant(noon, 'no zone skips noon');
  return noon;
}

const OPEN = { is_switched_on: true, opens_at: null, closes_at: null };

/** Every school of the season is active and sells, as after `Publish and open`. */
function withOpenSchools(catalog: Catalog, season_id: number): Catalog {
  const period_program_groups = catalog.period_program_groups.map((sold) =>
    sold.period_id === season_id ? { ...sold, ...OPEN } : sold,
  );
  const program_groups = catalog.program_groups.map((group) =>
    group.chosen_period_id === season_id ? { ...group, is_active: true } : group,
  );
  return { ...catalog, period_program_groups, program_groups };
}

/**
 * What is sold by the clock of the call; for a preview, as if its season were published and the chosen season
 * of every school in it. The catalog of a preview is made for one call, so nothing computed from it is kept
 * (decision 178).
 * @throws not_found for an unknown season
 */
export async function catalogFor(
  { db, clock }: { db: Db; clock: Clock },
  preview: Preview | undefined,
): Promise<SellingCatalog> {
  if (!preview) return sellingCatalog(db, clock.now());
  const catalog = await currentCatalog(db);
  const { season_id, is_open } = preview;
  if (!catalog.periods.some(({ id }) => id === season_id)) throw new Refusal(catalogRefusals.not_found);
  const now = clockFor(clock, preview).now();
  const inSeason = new Set(
    catalog.period_program_groups.flatMap((sold) =>
      sold.period_id === season_id ? [sold.program_group_id] : [],
    ),
  );
  const program_groups = catalog.program_groups.map((group) =>
    inSeason.has(group.id) ? { ...group, chosen_period_id: season_id, current_set_at: now } : group,
  );
  const chosen = { ...catalog, program_groups };
  return asPublished(is_open ? withOpenSchools(chosen, season_id) : chosen, season_id, now);
}
