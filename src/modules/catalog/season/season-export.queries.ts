import { asc, eq } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { addons, financialAidCodes, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import {
  paymentTypeSurcharges,
  periodProgramGroups,
  periodPrograms,
  periods,
  printableContracts,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog.ts';
import type { Tx } from '#platform/db/database.ts';

/** Schools, their programs and grades, in their order. */
export async function readSchools(tx: Tx) {
  return {
    groups: await tx.select().from(programGroups).orderBy(asc(programGroups.position), asc(programGroups.id)),
    programs: await tx.select().from(programs).orderBy(asc(programs.position), asc(programs.id)),
    grades: await tx.select().from(programGrades).orderBy(asc(programGrades.position), asc(programGrades.id)),
  };
}
export type Schools = Awaited<ReturnType<typeof readSchools>>;

/** Everything that hangs on a period, in the order in which it came. */
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

/** Routes with their prices, in the order in which they came. */
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
