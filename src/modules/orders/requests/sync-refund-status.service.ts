import { invariant } from '#kit/invariant.ts';
import type { Cents } from '#kit/money.ts';
import { cents } from '#kit/money.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { existingRefund } from '#modules/billing/refunds/refund-by-key.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { NOTHING_PAID_BACK } from '#modules/orders/order-requests.contract.ts';
import { lockRequest, listRequestsInProgress, updateRequest } from './requests.queries.ts';

type Keyed = { id: number; tries: number; refund_key?: string | null };

/** Billing runs each key once (I13). A refund from the order's page has a key of its own. */
export const attemptKey = ({ id, tries, refund_key }: Keyed) => refund_key ?? `refund-request-${id}-${tries}`;

type SyncedRequest = { db: BillingContext['db']; clock: BillingContext['clock'] };

/**
 * A request returns to staff if the processor refused, and stays under way without an answer. A repeated call
 * changes nothing.
 */
export async function syncRefundStatus({ db, clock }: SyncedRequest, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request?.status !== 'under_way') return;
    const existing = await existingRefund(tx, attemptKey(request));
    invariant(existing, `the refund of request ${id} was decided`);
    if (existing.k === 'under_way') return;
    // An earlier attempt may have refunded a part already.
    const back = cents((request.amount_cents ?? 0) + existing.back_cents);
    if (existing.is_refused) return returnToQueue(tx, clock.now(), request, back);
    await updateRequest(tx, id, { status: 'finished', amount_cents: back, ended_at: clock.now() });
  });
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

async function returnToQueue(
  tx: Tx,
  now: Date,
  { id, order_id, tries, taken_up_at }: Request,
  back: Cents,
): Promise<void> {
  await updateRequest(tx, id, {
    status: 'in_work',
    tries: tries + 1,
    refund_key: null,
    ...NOTHING_PAID_BACK,
    amount_cents: back > 0 ? back : null,
    taken_up_at: taken_up_at ?? now,
  });
  await writeAudit(tx, now, undefined, {
    action: 'refund_request.refused',
    subject: `order:${order_id}`,
    detail: { tries: tries + 1 },
  });
}

export async function syncRefundStatuses(synced: SyncedRequest): Promise<void> {
  for (const id of await listRequestsInProgress(synced.db)) await syncRefundStatus(synced, id);
}
