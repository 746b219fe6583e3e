import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { addons, financialAidCodes, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import {
  divisions,
  paymentTypeSurcharges,
  periodPrograms,
  periods,
  programGroups,
  programs,
} from '#db/tables/catalog.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type PeriodProgramFilter = { id?: number; period_id?: number; program_id?: number };

export const listPeriodPrograms = (db: Db, { id, period_id, program_id }: PeriodProgramFilter) =>
  db
    .select({
      periodProgram: periodPrograms,
      program: programs,
      group: programGroups,
      division: divisions,
      period: periods,
    })
    .from(periodPrograms)
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .innerJoin(periods, eq(periods.id, periodPrograms.period_id))
    .where(
      and(
        id === undefined ? undefined : eq(periodPrograms.id, id),
        period_id === undefined ? undefined : eq(periodPrograms.period_id, period_id),
        program_id === undefined ? undefined : eq(periodPrograms.program_id, program_id),
      ),
    )
    .orderBy(asc(programGroups.position), asc(programs.position), asc(periodPrograms.id));
export type PeriodProgramRow = Awaited<ReturnType<typeof listPeriodPrograms>>[number];

export const listSurcharges = (db: Db, periodProgramIds: number[]) =>
  db
    .select({ surcharge: paymentTypeSurcharges, paymentType: options })
    .from(paymentTypeSurcharges)
    .innerJoin(options, eq(options.id, paymentTypeSurcharges.payment_type_id))
    .where(inArray(paymentTypeSurcharges.period_program_id, periodProgramIds))
    .orderBy(asc(paymentTypeSurcharges.id));
export type SurchargeRow = Awaited<ReturnType<typeof listSurcharges>>[number];

export const listRoutes = (
  db: Db,
  { period_program_id, activeOnly }: { period_program_id: number; activeOnly: boolean },
) =>
  db
    .select()
    .from(routes)
    .where(
      and(
        eq(routes.period_program_id, period_program_id),
        activeOnly ? eq(routes.is_active, true) : undefined,
      ),
    )
    .orderBy(asc(routes.position), asc(routes.id));
export type RouteRow = Awaited<ReturnType<typeof listRoutes>>[number];

export const findRoute = async (db: Db, id: number) =>
  (await db.select().from(routes).where(eq(routes.id, id)))[0];

export const listTerms = (db: Db, routeIds: number[]) =>
  db
    .select({ term: paymentTerms, type: options })
    .from(paymentTerms)
    .innerJoin(options, eq(options.id, paymentTerms.payment_term_type_id))
    .where(inArray(paymentTerms.route_id, routeIds))
    .orderBy(asc(paymentTerms.id));
export type TermRow = Awaited<ReturnType<typeof listTerms>>[number];

export const listAddons = (db: Db, routeIds: number[]) =>
  db
    .select()
    .from(addons)
    .where(inArray(addons.route_id, routeIds))
    .orderBy(asc(addons.position), asc(addons.id));
export type AddonRow = Awaited<ReturnType<typeof listAddons>>[number];

export const listDiscounts = (db: Db, routeIds: number[]) =>
  db
    .select()
    .from(routeDiscounts)
    .where(inArray(routeDiscounts.route_id, routeIds))
    .orderBy(asc(routeDiscounts.id));
export type DiscountRow = Awaited<ReturnType<typeof listDiscounts>>[number];

export const listAidCodes = (db: Db, period_program_id: number) =>
  db
    .select()
    .from(financialAidCodes)
    .where(eq(financialAidCodes.period_program_id, period_program_id))
    .orderBy(asc(financialAidCodes.id));

export async function useAidCode(tx: Tx, id: number): Promise<boolean> {
  const isLeft = or(
    isNull(financialAidCodes.max_uses),
    lt(financialAidCodes.uses, financialAidCodes.max_uses),
  );
  const { rowCount } = await tx
    .update(financialAidCodes)
    .set({ uses: sql`${financialAidCodes.uses} + 1` })
    .where(and(eq(financialAidCodes.id, id), isLeft));
  return rowCount === 1;
}

export async function releaseAidCode(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(financialAidCodes)
    .set({ uses: sql`${financialAidCodes.uses} - 1` })
    .where(and(eq(financialAidCodes.id, id), sql`${financialAidCodes.uses} > 0`));
  return rowCount === 1;
}

/**
 * Routes with surge pricing in their school's current year, sold or not; one of them when its id is given.
 */
export async function listSurgeRoutes(db: Db, route_id?: number) {
  return db
    .select({
      id: routes.id,
      name: routes.name,
      program: programs.text,
      school: { path: programGroups.path, text: programGroups.text },
      period: periods.text,
    })
    .from(routes)
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(
      programGroups,
      and(
        eq(programGroups.id, programs.program_group_id),
        eq(programGroups.current_period_id, periodPrograms.period_id),
      ),
    )
    .innerJoin(periods, eq(periods.id, periodPrograms.period_id))
    .where(
      and(eq(routes.has_surge_pricing, true), route_id === undefined ? undefined : eq(routes.id, route_id)),
    )
    .orderBy(
      asc(programGroups.position),
      asc(programGroups.id),
      asc(programs.id),
      asc(routes.position),
      asc(routes.id),
    );
}

/** Locks all of a row but its key, because an order that is being written holds the key too. */
export async function lockSeats(tx: Tx, route_id: number) {
  const [row] = await tx
    .select({
      id: routes.id,
      is_active: routes.is_active,
      capacity: routes.capacity,
      taken: routes.seats_taken,
    })
    .from(routes)
    .where(eq(routes.id, route_id))
    .for('no key update');
  return row;
}

export async function addUncounted(tx: Tx, route_id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} + 1` })
    .where(and(eq(routes.id, route_id), isNull(routes.capacity)));
  return rowCount === 1;
}

export async function addTaken(tx: Tx, route_id: number, seats: 1 | -1): Promise<boolean> {
  const isSane =
    seats === 1
      ? or(isNull(routes.capacity), lt(routes.seats_taken, routes.capacity))
      : gt(routes.seats_taken, 0);
  const { rowCount } = await tx
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} + ${seats}` })
    .where(and(eq(routes.id, route_id), isSane));
  return rowCount === 1;
}
