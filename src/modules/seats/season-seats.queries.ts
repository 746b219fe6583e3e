import { sql } from 'drizzle-orm';
import { periodPrograms } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import type { Db } from '#platform/db/database.ts';

export type SeatUse = {
  route_id: number;
  taken: number;
  /** in checkouts */
  held: number;
  /** to the next children of the waiting list, and by staff in offers and amendments */
  offered: number;
  /** children without an offer; those paused for a day are not counted (OF6.3) */
  waiting: number;
};

/** Counts by the indexes of each route, so other seasons cost nothing. */
export async function listSeatUse(db: Db, now: Date, period_id: number): Promise<SeatUse[]> {
  const { rows } = await db.execute<SeatUse>(sql`
    select r.id as route_id, r.seats_taken as taken, kept.held, kept.offered, waiting.waiting
    from ${periodPrograms} sold
    join ${routes} r on r.period_program_id = sold.id
    cross join lateral (select count(*) filter (where h.kind = 'checkout')::int as held,
        count(*) filter (where h.kind <> 'checkout')::int as offered
      from ${seatHolds} h
      where h.route_id = r.id and h.held_until > ${now.toISOString()}::timestamptz) kept
    cross join lateral (select count(*)::int as waiting from ${waitingList} w
      where w.route_id = r.id and w.closed_at is null and w.offered_at is null
        and (w.paused_until is null or w.paused_until <= ${now.toISOString()}::timestamptz)) waiting
    where sold.period_id = ${period_id}`);
  return rows;
}
