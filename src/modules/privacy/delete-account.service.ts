import type { Viewer } from '#kit/endpoint/viewer.ts';
import { allowDeletion, eraseAccount } from '#modules/accounts/profile/erase-account.service.ts';
import { checkOpenFamily, lockOpenFamily } from '#modules/accounts/profile/open-family.service.ts';
import { lockOwnAccount } from '#modules/accounts/sessions/sessions.service.ts';
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
import type { Tx } from '#platform/db/database.ts';
import type { AppContext } from '#server/app-context.ts';
import { listSubjectsOf } from './family-rows.queries.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files' | 'log'>;

/**
 * The parent deletes the own account.
 * @throws Refusal account_has_contract, account_owes, account_money_under_way, staff_account_kept,
 *   current_password_required, current_password_wrong, change_while_impersonating, too_many_attempts
 * Source: H11, docs/domain/kept-after-deletion.md
 */
export async function deleteFamily(
  deps: Deps,
  viewer: Viewer,
  current_password: string | undefined,
): Promise<void> {
  await allowDeletion(deps.db, deps.clock.now(), viewer, current_password);
  await eraseFamily(deps, viewer, { user_id: viewer.user_id, lock: (tx) => lockOwnAccount(tx, viewer) });
}

/**
 * Staff delete the account of a family that has asked them to.
 * @throws Refusal parent_not_found, also for a member of staff or an ended account; family_has_contract,
 *   family_owes, account_money_under_way
 * Source: OF10.1
 */
export async function deleteFamilyByStaff(deps: Deps, staff: Viewer, user_id: number): Promise<void> {
  await checkOpenFamily(deps.db, user_id);
  await eraseFamily(deps, staff, { user_id, lock: (tx) => lockOpenFamily(tx, user_id) });
}

type Family = { user_id: number; lock: (tx: Tx) => ReturnType<typeof lockOpenFamily> };

/**
 * Erases everything about a family except the facts needed by signed contracts. The files go after the
 * commit.
 */
async function eraseFamily(deps: Deps, by: Viewer, { user_id, lock }: Family): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const subjects = await listSubjectsOf(tx, user_id);
    // The students are locked from here on, so no checkout begins during the deletion.
    const student_ids = await eraseStudentsOf(tx, now, user_id);
    await eraseSeatsOf(tx, student_ids);
    await eraseAwardsOf(tx, student_ids, 'account');
    await eraseOpenCheckoutsOf(tx, user_id);
    const keptUntil = await eraseOrdersOfFamily(
      tx,
      { user_id, isByStaff: by.user_id !== user_id },
      clock.today(),
    );
    await eraseStatementsOf(tx, now, user_id);
    await eraseMethodsOf(tx, clock, user_id);
    await forgetClaimsOf(tx, user_id);
    await forgetAuditTexts(tx, user_id, subjects);
    await eraseAccount(tx, now, { user: await lock(tx), by }, keptUntil);
  });
  await deleteGivenUpFiles(deps);
}
