import { and, asc, count, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { erasedValues } from '#db/tables/erasure.ts';
import { periods } from '#db/tables/catalog/catalog.ts';
import { signedCopies } from '#db/tables/documents/documents.ts';
import { invoices, keptReceipts } from '#db/tables/billing/ledger.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import {
  reassignApprovals,
  refundRequests,
  refundRequestsErasure,
  reassignApprovalsErasure,
} from '#db/tables/orders/order-requests.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { cameAbout } from '#modules/orders/orders.queries.ts';
import type { Tx } from '#platform/db/database.ts';

export type Outlived = { order_ids: number[]; period_id: number; program_group_id: number };

export async function lockOutlived(
  tx: Tx,
  endedBefore: PlainDate,
  limit: number,
): Promise<Outlived | undefined> {
  const isOutlived = and(cameAbout, isNull(contracts.erased_at), lt(periods.ends_on, endedBefore));
  const first = await findFirstOutlived(tx, isOutlived);
  if (!first) return undefined;
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(periods, eq(periods.id, orders.period_id))
    .where(
      and(
        isOutlived,
        eq(orders.period_id, first.period_id),
        eq(orders.program_group_id, first.program_group_id),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.length > 0 ? { ...first, order_ids: rows.map(({ id }) => id) } : undefined;
}

async function findFirstOutlived(tx: Tx, isOutlived: SQL | undefined) {
  const [first] = await tx
    .select({ period_id: orders.period_id, program_group_id: orders.program_group_id })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(periods, eq(periods.id, orders.period_id))
    .where(isOutlived)
    .orderBy(asc(orders.id))
    .limit(1);
  return first;
}

export async function countEvidence(
  tx: Tx,
  order_ids: readonly number[],
): Promise<{ acceptances: number; receipts: number; copy_keys: string[]; invoice_ids: number[] }> {
  const copies = await tx
    .select({ file_key: signedCopies.file_key })
    .from(signedCopies)
    .where(inArray(signedCopies.order_id, [...order_ids]));
  const [row] = await tx
    .select({ n: count() })
    .from(acceptances)
    .where(inArray(acceptances.order_id, [...order_ids]));
  const [kept] = await tx
    .select({ n: count() })
    .from(keptReceipts)
    .where(inArray(keptReceipts.order_id, [...order_ids]));
  const bills = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.order_id, [...order_ids]));
  return {
    acceptances: row!.n,
    receipts: kept!.n,
    copy_keys: copies.map(({ file_key }) => file_key),
    invoice_ids: bills.map(({ id }) => id),
  };
}

export async function eraseRequests(tx: Tx, order_ids: readonly number[], at: Date): Promise<void> {
  const ids = [...order_ids];
  await tx
    .update(refundRequests)
    .set(erasedValues(refundRequestsErasure, 'end'))
    .where(inArray(refundRequests.order_id, ids));
  await tx
    .update(reassignApprovals)
    .set(erasedValues(reassignApprovalsErasure, 'end'))
    .where(inArray(reassignApprovals.order_id, ids));
  await tx.update(contracts).set({ erased_at: at }).where(inArray(contracts.order_id, ids));
}
