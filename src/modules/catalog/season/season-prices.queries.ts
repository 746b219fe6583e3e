import { and, eq, sql } from 'drizzle-orm';
import { addons, financialAidCodes, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import { paymentTypeSurcharges, periodPrograms } from '#db/tables/catalog.ts';
import type { Tx } from '#platform/db/database.ts';
import { saveRow } from '#platform/db/save-row.ts';

export const savePeriodProgram = (tx: Tx, values: typeof periodPrograms.$inferInsert) =>
  saveRow(tx, {
    table: periodPrograms,
    same: and(
      eq(periodPrograms.period_id, values.period_id),
      eq(periodPrograms.program_id, values.program_id),
    ),
    values,
  });

export const saveSurcharge = (tx: Tx, values: typeof paymentTypeSurcharges.$inferInsert) =>
  saveRow(tx, {
    table: paymentTypeSurcharges,
    same: and(
      eq(paymentTypeSurcharges.period_program_id, values.period_program_id),
      eq(paymentTypeSurcharges.name, values.name),
    ),
    values,
  });

/**
 * @param onTaken  called with the seats taken when the new capacity is below them; the route then stays as it
 * is (O9)
 */
export const saveRoute = (tx: Tx, values: typeof routes.$inferInsert, onTaken: (seats: number) => void) =>
  saveRow(tx, {
    table: routes,
    same: and(eq(routes.period_program_id, values.period_program_id), eq(routes.name, values.name)),
    values,
    accept: ({ seats_taken }) => isEnough(values.capacity, seats_taken, onTaken),
  });

export const savePaymentTerm = (tx: Tx, values: typeof paymentTerms.$inferInsert) =>
  saveRow(tx, {
    table: paymentTerms,
    same: and(eq(paymentTerms.route_id, values.route_id), eq(paymentTerms.identifier, values.identifier)),
    values,
  });

export const saveAddon = (tx: Tx, values: typeof addons.$inferInsert) =>
  saveRow(tx, {
    table: addons,
    same: and(eq(addons.route_id, values.route_id), eq(addons.name, values.name)),
    values,
  });

export const saveDiscount = (tx: Tx, values: typeof routeDiscounts.$inferInsert) =>
  saveRow(tx, {
    table: routeDiscounts,
    same: and(eq(routeDiscounts.route_id, values.route_id), eq(routeDiscounts.text, values.text)),
    values,
  });

/** @param onUsed  called with the number of uses when the new limit is below it */
export const saveAidCode = (
  tx: Tx,
  values: typeof financialAidCodes.$inferInsert,
  onUsed: (uses: number) => void,
) =>
  saveRow(tx, {
    table: financialAidCodes,
    same: and(
      eq(financialAidCodes.period_program_id, values.period_program_id),
      sql`lower(${financialAidCodes.code}) = lower(${values.code})`,
    ),
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
