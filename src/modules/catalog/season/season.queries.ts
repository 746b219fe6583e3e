import { and, eq, gt, sql, asc } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import {
  company,
  divisions,
  periodProgramGroups,
  periods,
  printableContracts,
  programGrades,
  programGroups,
  programs,
  paymentTypeSurcharges,
  periodPrograms,
} from '#db/tables/catalog.ts';
import type { Tx } from '#platform/db/database.ts';
import { saveRow } from '#platform/db/save-row.ts';
import { addons, financialAidCodes, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import { seatHolds } from '#db/tables/seats.ts';

export async function optionIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.select({ key: options.key, id: options.id }).from(options);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Paths are folded to lower case. */
export async function catalogKeys(tx: Tx) {
  const [ofDivisions, ofGroups, ofPrograms] = [
    await tx.select({ key: divisions.key, id: divisions.id }).from(divisions),
    await tx
      .select({ key: sql<string>`lower(${programGroups.path})`, id: programGroups.id })
      .from(programGroups),
    await tx.select({ key: programs.name, id: programs.id }).from(programs),
  ];
  const byKey = (rows: { key: string; id: number }[]) => new Map(rows.map(({ key, id }) => [key, id]));
  return { divisions: byKey(ofDivisions), programGroups: byKey(ofGroups), programs: byKey(ofPrograms) };
}
export type CatalogKeys = Awaited<ReturnType<typeof catalogKeys>>;

export const hasCompany = async (tx: Tx) => (await tx.$count(company)) > 0;

export const saveCompany = (tx: Tx, values: typeof company.$inferInsert) =>
  saveRow(tx, { table: company, same: eq(company.only_row, true), values });

export const saveDivision = (tx: Tx, values: typeof divisions.$inferInsert) =>
  saveRow(tx, { table: divisions, same: ['key'], values });

export const saveProgramGroup = (tx: Tx, values: typeof programGroups.$inferInsert) =>
  saveRow(tx, {
    table: programGroups,
    same: sql`lower(${programGroups.path}) = lower(${values.path})`,
    values,
  });

export const saveProgram = (tx: Tx, values: typeof programs.$inferInsert) =>
  saveRow(tx, { table: programs, same: ['name'], values });

export const saveGrade = (tx: Tx, values: typeof programGrades.$inferInsert) =>
  saveRow(tx, {
    table: programGrades,
    same: ['program_id', 'text'],
    values,
  });

export const savePeriod = (tx: Tx, values: typeof periods.$inferInsert) =>
  saveRow(tx, { table: periods, same: ['name'], values });

export const savePeriodProgramGroup = (tx: Tx, values: typeof periodProgramGroups.$inferInsert) =>
  saveRow(tx, {
    table: periodProgramGroups,
    same: ['period_id', 'program_group_id'],
    values,
  });

export const savePrintableContract = (tx: Tx, values: typeof printableContracts.$inferInsert) =>
  saveRow(tx, {
    table: printableContracts,
    same: ['period_program_group_id', 'file_name'],
    values,
  });

/** @returns false if the period is current already */
export async function setCurrentPeriod(
  tx: Tx,
  program_group_id: number,
  period_id: number,
): Promise<boolean> {
  const isOther = sql`${programGroups.current_period_id} is distinct from ${period_id}`;
  const { rowCount } = await tx
    .update(programGroups)
    .set({ current_period_id: period_id })
    .where(and(eq(programGroups.id, program_group_id), isOther));
  return rowCount === 1;
}

export const savePeriodProgram = (tx: Tx, values: typeof periodPrograms.$inferInsert) =>
  saveRow(tx, {
    table: periodPrograms,
    same: ['period_id', 'program_id'],
    values,
  });

export const saveSurcharge = (tx: Tx, values: typeof paymentTypeSurcharges.$inferInsert) =>
  saveRow(tx, {
    table: paymentTypeSurcharges,
    same: ['period_program_id', 'name'],
    values,
  });

/** Sold seats, checkout holds and open offers. */
export type PromisedSeats = { sold: number; held: number; offered: number };

/**
 * @param onPromised called if the new capacity is below the promised seats; the route then stays unchanged
 *   (O9)
 */
export const saveRoute = (
  tx: Tx,
  values: typeof routes.$inferInsert,
  { now, onPromised }: { now: Date; onPromised: (seats: PromisedSeats) => void },
) =>
  saveRow(tx, {
    table: routes,
    same: ['period_program_id', 'name'],
    values,
    accept: async ({ id, capacity: before, seats_taken: sold }) => {
      const { capacity } = values;
      const isLowered = typeof capacity === 'number' && (before === null || capacity < before);
      if (!isLowered) return true;
      // Every hold locks the row of the route first, as this save does.
      const promised = { sold, ...(await countKept(tx, id, now)) };
      if (capacity >= promised.sold + promised.held + promised.offered) return true;
      onPromised(promised);
      return false;
    },
  });

async function countKept(tx: Tx, route_id: number, now: Date): Promise<Omit<PromisedSeats, 'sold'>> {
  const ofKind = (kind: 'checkout' | 'offer') =>
    sql<number>`count(*) filter (where ${seatHolds.kind} = ${kind})::int`;
  const [kept] = await tx
    .select({ held: ofKind('checkout'), offered: ofKind('offer') })
    .from(seatHolds)
    .where(and(eq(seatHolds.route_id, route_id), gt(seatHolds.held_until, now)));
  return kept!;
}

export async function listRouteNames(tx: Tx, period_program_id: number): Promise<string[]> {
  const rows = await tx
    .select({ name: routes.name })
    .from(routes)
    .where(eq(routes.period_program_id, period_program_id))
    .orderBy(asc(routes.position), asc(routes.id));
  return rows.map(({ name }) => name);
}

export async function placeRoutes(
  tx: Tx,
  period_program_id: number,
  names: readonly string[],
): Promise<void> {
  for (const [position, name] of names.entries()) {
    const isThis = and(eq(routes.period_program_id, period_program_id), eq(routes.name, name));
    await tx
      .update(routes)
      .set({ position })
      .where(and(isThis, sql`${routes.position} <> ${position}`));
  }
}

export const savePaymentTerm = (tx: Tx, values: typeof paymentTerms.$inferInsert) =>
  saveRow(tx, {
    table: paymentTerms,
    same: ['route_id', 'identifier'],
    values,
  });

export const saveAddon = (tx: Tx, values: typeof addons.$inferInsert) =>
  saveRow(tx, {
    table: addons,
    same: ['route_id', 'name'],
    values,
  });

export const saveDiscount = (tx: Tx, values: typeof routeDiscounts.$inferInsert) =>
  saveRow(tx, {
    table: routeDiscounts,
    same: ['route_id', 'text'],
    values,
  });

/** @param onUsed  called with the number of uses if the new limit is lower */
export const saveAidCode = (
  tx: Tx,
  values: typeof financialAidCodes.$inferInsert,
  onUsed: (uses: number) => void,
) =>
  saveRow(tx, {
    table: financialAidCodes,
    same: sql`${financialAidCodes.period_program_id} = ${values.period_program_id}
      and lower(${financialAidCodes.code}) = lower(${values.code})`,
    values,
    accept: ({ uses }) => isEnough(values.max_uses, uses, onUsed),
  });

function isEnough(
  limit: number | null | undefined,
  taken: number,
  onTaken: (taken: number) => void,
): boolean {
  if (limit === null || limit === undefined || limit >= taken) return true;
  onTaken(taken);
  return false;
}

export async function readSchools(tx: Tx) {
  return {
    groups: await tx.select().from(programGroups).orderBy(asc(programGroups.position), asc(programGroups.id)),
    programs: await tx.select().from(programs).orderBy(asc(programs.position), asc(programs.id)),
    grades: await tx.select().from(programGrades).orderBy(asc(programGrades.position), asc(programGrades.id)),
  };
}
export type Schools = Awaited<ReturnType<typeof readSchools>>;

export async function readPeriods(tx: Tx) {
  return {
    periods: await tx.select().from(periods).orderBy(asc(periods.id)),
    periodGroups: await tx.select().from(periodProgramGroups).orderBy(asc(periodProgramGroups.id)),
    printables: await tx
      .select()
      .from(printableContracts)
      .orderBy(asc(printableContracts.position), asc(printableContracts.id)),
    periodPrograms: await tx.select().from(periodPrograms).orderBy(asc(periodPrograms.id)),
    surcharges: await tx
      .select({ surcharge: paymentTypeSurcharges, type: options.key })
      .from(paymentTypeSurcharges)
      .innerJoin(options, eq(options.id, paymentTypeSurcharges.payment_type_id))
      .orderBy(asc(paymentTypeSurcharges.id)),
    aidCodes: await tx.select().from(financialAidCodes).orderBy(asc(financialAidCodes.id)),
  };
}
export type Periods = Awaited<ReturnType<typeof readPeriods>>;

export async function readRoutes(tx: Tx) {
  return {
    routes: await tx.select().from(routes).orderBy(asc(routes.position), asc(routes.id)),
    terms: await tx
      .select({ term: paymentTerms, type: options.key })
      .from(paymentTerms)
      .innerJoin(options, eq(options.id, paymentTerms.payment_term_type_id))
      .orderBy(asc(paymentTerms.id)),
    addons: await tx.select().from(addons).orderBy(asc(addons.position), asc(addons.id)),
    discounts: await tx.select().from(routeDiscounts).orderBy(asc(routeDiscounts.id)),
  };
}
export type Routes = Awaited<ReturnType<typeof readRoutes>>;
