import type { Viewer } from '#kit/endpoint/viewer.ts';
import { allowDeletion, eraseAccount } from '#modules/accounts/profile/erase-account.service.ts';
import { eraseMethodsOf } from '#modules/billing/methods/change-methods.service.ts';
import { eraseOrdersOfFamily } from '#modules/orders/erasure/erase-orders.service.ts';
import { eraseStatementsOf } from '#modules/reports/statement/statement.service.ts';
import { eraseOpenCheckoutsOf } from '#modules/seats/open-checkouts.service.ts';
import { eraseAwardsOf } from '#modules/aid/awards.service.ts';
import { eraseSeatsOf } from '#modules/seats/waiting-list.service.ts';
import { eraseStudentsOf } from '#modules/students/students.service.ts';
import { forgetAuditTexts } from '#platform/audit/audit.ts';
import { forgetClaimsOf } from '#platform/work/work-claims.ts';
import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import type { AppContext } from '#server/app-context.ts';
import { listSubjectsOf } from './family-rows.queries.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files' | 'log'>;

/**
 * Erases everything about a family except the facts needed by signed contracts. The files go after the
 * commit.
 * @throws Refusal account_has_contract, account_owes, account_money_under_way, staff_account_kept,
 *   current_password_required, current_password_wrong, change_while_impersonating, too_many_attempts
 * Source: H11, docs/domain/kept-after-deletion.md
 */
export async function deleteFamily(
  deps: Deps,
  viewer: Viewer,
  current_password: string | undefined,
): Promise<void> {
  const { db, clock } = deps;
  const { user_id } = viewer;
  const now = clock.now();
  await allowDeletion(db, now, viewer, current_password);
  await db.transaction(async (tx) => {
    const subjects = await listSubjectsOf(tx, user_id);
    // The students are locked from here on, so no checkout begins during the deletion.
    const student_ids = await eraseStudentsOf(tx, now, user_id);
    await eraseSeatsOf(tx, student_ids);
    await eraseAwardsOf(tx, student_ids, 'account');
    await eraseOpenCheckoutsOf(tx, user_id);
    const keptUntil = await eraseOrdersOfFamily(tx, user_id, clock.today());
    await eraseStatementsOf(tx, now, user_id);
    await eraseMethodsOf(tx, clock, user_id);
    await forgetClaimsOf(tx, user_id);
    await forgetAuditTexts(tx, user_id, subjects);
    await eraseAccount(tx, now, viewer, keptUntil);
  });
  await deleteGivenUpFiles(deps);
}
