import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { aidAwards } from '#db/tables/aid.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db } from '#platform/db/database.ts';

const SHOWN = ['active', 'awaiting_aid', 'awaiting_check', 'cancelled'] as const;

/** The contracts of a student with the text in force, the newest first. */
export async function listContractsOf(db: Db, student_id: number) {
  const rows = await db
    .select({
      order_id: orders.id,
      status: orders.status,
      route_id: orders.route_id,
      contract_number: contracts.contract_number,
      snapshot: contracts.snapshot,
      in_force: sql<unknown>`(select ${contractAmendments.snapshot_after} from ${contractAmendments}
        where ${contractAmendments.order_id} = ${orders.id} and ${contractAmendments.state} = 'applied'
        order by ${contractAmendments.number} desc limit 1)`,
    })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .where(and(eq(orders.student_id, student_id), inArray(orders.status, SHOWN)))
    .orderBy(desc(orders.id));
  return rows.map(({ in_force, snapshot, ...row }) => ({
    ...row,
    snapshot: readContractSnapshot(in_force ?? snapshot),
  }));
}
export type ContractOfStudent = Awaited<ReturnType<typeof listContractsOf>>[number];

export const listAwardsOf = (db: Db, student_id: number) =>
  db
    .select({
      id: aidAwards.id,
      kind: aidAwards.kind,
      amount_cents: aidAwards.amount_cents,
      milli_percent: aidAwards.milli_percent,
      period_id: aidAwards.period_id,
      program_group_id: aidAwards.program_group_id,
      expires_on: aidAwards.expires_on,
      ended_at: aidAwards.ended_at,
    })
    .from(aidAwards)
    .where(eq(aidAwards.student_id, student_id))
    .orderBy(asc(aidAwards.id));
export type AwardOfStudent = Awaited<ReturnType<typeof listAwardsOf>>[number];
