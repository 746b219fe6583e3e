import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { cents, type Cents } from '#kit/money.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { routesOfSeason, seasonHead } from './season-heads.service.ts';
import type { SeasonRow } from './seasons.contract.ts';
import { countContracts, countSeatsTaken, sumSigned } from './seasons.queries.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today'> };

/** The newest first. The sums are read for staff with the right `money` alone. */
export async function listSeasons({ db, clock }: Needs, reader: Reader): Promise<SeasonRow[]> {
  const at = { today: clock.today(), now: clock.now() };
  const catalog = await sellingCatalog(db, at.now);
  const noSums = new Map<number, Cents>();
  const [contracts, taken, signed] = await atOnce([
    countContracts(db),
    countSeatsTaken(db),
    hasRight(reader, 'money') ? sumSigned(db) : noSums,
  ]);
  return catalog.periods
    .toSorted((a, b) => b.starts_on.localeCompare(a.starts_on) || b.id - a.id)
    .map((period) => ({
      ...seasonHead(catalog, period, at),
      contracts: contracts.get(period.id) ?? 0,
      seats_taken: taken.get(period.id) ?? 0,
      capacity: capacityOf(routesOfSeason(catalog, period.id)),
      revenue_cents: signed.get(period.id) ?? cents(0),
    }));
}

function capacityOf(routes: SellingCatalog['routes']): number | null {
  const sold = routes.filter(({ is_active }) => is_active);
  const isLimited = sold.every(({ capacity }) => capacity !== null);
  return isLimited ? sold.reduce((seats, { capacity }) => seats + (capacity ?? 0), 0) : null;
}
