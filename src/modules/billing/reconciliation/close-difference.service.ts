import { randomUUID } from 'node:crypto';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { ABSENT, lookNow } from '#modules/billing/processor-events/process-events.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { listUnequal } from './compare.queries.ts';
import { lockDifference, updateDifferences, type DifferenceRow } from './differences.queries.ts';
import type { TakeInResult } from './reconciliation.contract.ts';
import { canTakeIn } from './read-reconciliation.service.ts';

/**
 * Books the result of a new reading once. Opens its own transactions (S18).
 * @throws Refusal difference_not_found, difference_not_taken_in
 */
export async function takeIn(billing: BillingContext, staff: Viewer, id: number): Promise<TakeInResult> {
  const { db, clock } = billing;
  const row = await db.transaction((tx) => lockDifference(tx, id));
  if (!row) throw new Refusal(billingRefusals.difference_not_found);
  if (!canTakeIn(row)) throw new Refusal(billingRefusals.difference_not_taken_in);
  if (row.gone_on) return 'gone';
  const failure = await lookNow(billing, { kind: row.class, ref: row.ref }, `staff-${id}-${randomUUID()}`);
  return db.transaction(async (tx) => {
    const isEqual = failure === undefined && !(await listUnequal(tx)).some((one) => isAbout(one, row));
    const [now, gone_on] = [clock.now(), clock.today()];
    await updateDifferences(tx, [id], { taken_in_at: now, ...(isEqual && { gone_on }) });
    const result = failure === undefined ? (isEqual ? 'gone' : 'still') : resultOf(failure);
    await writeAudit(tx, now, staff, {
      action: 'difference.take_in',
      subject: `difference:${id}`,
      detail: { kind: row.kind, ref: row.ref },
      before: { gone_on: null },
      after: { gone_on: isEqual ? gone_on : null, result },
    });
    return result;
  });
}

const resultOf = (failure: string): TakeInResult => (failure === ABSENT ? 'absent' : 'unread');

const isAbout = (one: Pick<DifferenceRow, 'class' | 'ref'>, row: DifferenceRow): boolean =>
  one.class === row.class && one.ref === row.ref;

/**
 * An explained difference stays closed until the sums change. Opens its own transaction (S18).
 * @throws Refusal difference_not_found, difference_closed
 */
export async function explain(
  { db, clock }: BillingContext,
  staff: Viewer,
  { id, explanation }: { id: number; explanation: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockDifference(tx, id);
    if (!row) throw new Refusal(billingRefusals.difference_not_found);
    if (row.gone_on || row.explained_at) throw new Refusal(billingRefusals.difference_closed);
    const explained_at = clock.now();
    await updateDifferences(tx, [id], { explained_at, explained_by_id: staff.user_id, explanation });
    const detail = { kind: row.kind, ref: row.ref };
    await writeAudit(tx, explained_at, staff, {
      action: 'difference.explain',
      subject: `difference:${id}`,
      detail,
      before: { explained: false },
      after: { explained: true },
      texts: { explanation },
    });
  });
}
