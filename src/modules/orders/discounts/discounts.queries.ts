import { and, eq, inArray, sql } from 'drizzle-orm';
import { periodPrograms, programs } from '#db/tables/catalog/catalog.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { routeDiscounts, routes } from '#db/tables/catalog/routes.ts';
import type { Cents } from '#kit/money.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db } from '#platform/db/database.ts';

/** B2 */
export async function findSiblingDiscountPlace(db: Db, discountId: number) {
  const [place] = await db
    .select({
      period_id: periodPrograms.period_id,
      program_group_id: programs.program_group_id,
    })
    .from(routeDiscounts)
    .innerJoin(routes, eq(routes.id, routeDiscounts.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .where(and(eq(routeDiscounts.id, discountId), routeDiscounts.is_sibling_discount));
  return place;
}

/** @param numbers  the forms of one number */
export async function findContractByNumber(db: Db, numbers: readonly string[]) {
  const [row] = await db
    .select({
      contract_number: sql<string>`${contracts.contract_number}`,
      user_id: orders.user_id,
      student_id: orders.student_id,
      period_id: orders.period_id,
      program_group_id: orders.program_group_id,
      status: orders.status,
      snapshot: contracts.snapshot,
    })
    .from(contracts)
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .where(inArray(contracts.contract_number, [...numbers]));
  return row && { ...row, snapshot: readContractSnapshot(row.snapshot) };
}

/** After a refused charge, the same student, code and amount need no second confirmation (A6). */
export async function findConfirmedAid(
  db: Db,
  { student_id, code_id, amount }: { student_id: number; code_id: number; amount: Cents },
): Promise<number | undefined> {
  const [row] = await db
    .select({ order_id: orders.id })
    .from(contractFinancialAid)
    .innerJoin(contracts, eq(contracts.id, contractFinancialAid.contract_id))
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .where(
      and(
        eq(contractFinancialAid.financial_aid_code_id, code_id),
        eq(contractFinancialAid.amount_cents, amount),
        eq(contractFinancialAid.outcome, 'confirmed'),
        eq(orders.student_id, student_id),
        eq(orders.status, 'payment_failed'),
      ),
    )
    .limit(1);
  return row?.order_id;
}
