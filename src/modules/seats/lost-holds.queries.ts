import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import { periodPrograms, programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds } from '#db/tables/seats.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';
import type { Place } from './family-seats.ts';
import { liveOrders } from './live-orders.queries.ts';

type OwnPlace = Place & { user_id: number };

const heldSeat = (db: Db, now: Date, { route_id, student_id }: Place) =>
  db
    .select({ one: sql`1` })
    .from(seatHolds)
    .where(
      and(
        eq(seatHolds.student_id, student_id),
        eq(seatHolds.route_id, route_id),
        gt(seatHolds.held_until, now),
      ),
    );

/** @returns undefined once the student has a seat of the route again */
export async function findLostHold(db: Db, now: Date, { user_id, ...place }: OwnPlace) {
  const { route_id, student_id } = place;
  const hasNoSeat = and(notExists(heldSeat(db, now, place)), notExists(liveOrders(db, place)));
  const [lost] = await db
    .select({
      route_name: routes.name,
      program_text: programs.text,
      program_group_path: programGroups.path,
      program_group_text: programGroups.text,
      student_first_name: students.first_name,
    })
    .from(routes)
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .innerJoin(students, and(eq(students.id, student_id), eq(students.user_id, user_id)))
    .where(and(eq(routes.id, route_id), hasNoSeat));
  return lost;
}
