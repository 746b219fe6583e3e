import { hasAnyRight } from '#kit/endpoint/right.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField, Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { deleteEmailChangesOf } from '#modules/accounts/email-changes.queries.ts';
import { deleteFactorsOf } from '#modules/accounts/factors/factors.queries.ts';
import { deleteTokensOf } from '#modules/accounts/mailed-tokens.queries.ts';
import { proveOwnAccount } from '#modules/accounts/sessions/current-password.service.ts';
import { deleteSessionsOf } from '#modules/accounts/sessions/sessions.queries.ts';
import { eraseUserRow, type UserRow } from '#modules/accounts/users.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { enqueue, forgetMailsOf } from '#platform/outbox/outbox.ts';

/**
 * Allows only the parent to delete an account, by password: a recent login is not enough for an irreversible
 * change.
 * @throws Refusal staff_account_kept, change_while_impersonating, current_password_required,
 *   current_password_wrong, too_many_attempts
 */
export async function allowDeletion(
  db: Database,
  now: Date,
  viewer: Viewer,
  current_password: string | undefined,
): Promise<void> {
  if (hasAnyRight(viewer) || viewer.lacks_factor) throw new Refusal(accountRefusals.staff_account_kept);
  if (!current_password) throw refuseField(accountRefusals.current_password_required, 'current_password');
  await proveOwnAccount(db, now, viewer, current_password);
}

/**
 * Erases an account with sessions and mailed links, and sends a last mail. The caller has locked the account,
 * and has erased students and all other records before.
 * @param by         the parent, or staff who were asked
 * @param keptUntil  the last day of retention of signed contracts; null without contracts
 */
export async function eraseAccount(
  tx: Tx,
  now: Date,
  { user, by }: { user: UserRow; by: Viewer },
  keptUntil: PlainDate | null,
): Promise<void> {
  const user_id = user.id;
  await forgetMailsOf(tx, user_id);
  await deleteTokensOf(tx, user_id);
  await deleteEmailChangesOf(tx, user_id);
  await deleteSessionsOf(tx, user_id);
  await deleteFactorsOf(tx, user_id);
  await eraseUserRow(tx, user_id, now);
  await enqueue(tx, now, {
    kind: 'accounts.account_deleted',
    ref: String(user_id),
    payload: { user_id, at: now, kept_until: keptUntil },
    words: { last_email: user.email },
  });
  await writeAudit(tx, now, by, { action: 'account.delete', subject: `user:${user_id}` });
}
