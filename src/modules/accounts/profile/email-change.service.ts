import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Database, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import * as changes from '#modules/accounts/email-changes.queries.ts';
import { changeOfLink } from './email-change-links.ts';
import { deleteFactorsSince } from '#modules/accounts/factors/factors.queries.ts';
import { deleteTokensOf } from '#modules/accounts/mailed-tokens.queries.ts';
import { endAccess } from '#modules/accounts/passwords/take-credentials.service.ts';
import { whileLimited } from '#modules/accounts/sessions/logins.service.ts';
import { after, CONFIRM_EMAIL_MS, UNDO_EMAIL_MS } from '#modules/accounts/sessions/session-life.ts';
import {
  findUserByEmail,
  lockUser,
  setEmail,
  setEmailVerified,
  type UserRow,
} from '#modules/accounts/users.queries.ts';

type Deps = { tx: Tx; now: Date };

/** An address that another account has, or may come back to within the days of an undo. */
export async function isEmailTaken(db: Db, now: Date, email: string, except: number | null) {
  const owner = await findUserByEmail(db, email);
  if (owner && owner.id !== except) return true;
  return changes.isHeldForUndo(db, { email, except }, after(now, -UNDO_EMAIL_MS));
}

export function findPendingEmail(db: Db, now: Date, user_id: number): Promise<string | undefined> {
  return changes.findPendingEmail(db, user_id, after(now, -CONFIRM_EMAIL_MS));
}

/** The old address counts until the link at the new one is opened. A new request replaces the one before. */
export async function askForEmail(
  { tx, now }: Deps,
  { viewer, user, email }: { viewer: Viewer; user: UserRow; email: string },
): Promise<void> {
  const user_id = user.id;
  await changes.deletePending(tx, user_id);
  const asked = { user_id, old_email: user.email, new_email: email, asked_at: now };
  const email_change_id = await changes.insertEmailChange(tx, asked);
  await enqueue(tx, now, {
    kind: 'accounts.confirm_email',
    ref: String(email_change_id),
    payload: { user_id, email_change_id },
  });
  await writeAudit(tx, now, viewer, { action: 'profile.email_ask', subject: `user:${user_id}` });
}

/**
 * Moves an account to the confirmed address. A repeated visit succeeds, because mail programs open links
 * before people do.
 * @throws Refusal verification_link_dead, email_in_use
 */
export async function confirmEmail({ tx, now }: Deps, vault: Vault, token: string): Promise<void> {
  const found = await lockChange(tx, changeOfLink(vault, 'confirm', token));
  if (!found || found.change.undone_at) throw new Refusal(accountRefusals.verification_link_dead);
  const { change, user } = found;
  if (change.confirmed_at) return;
  const isOld = now >= after(change.asked_at, CONFIRM_EMAIL_MS) || user.email !== change.old_email;
  if (isOld || user.disabled_at) throw new Refusal(accountRefusals.verification_link_dead);
  const isTaken = await isEmailTaken(tx, now, change.new_email, user.id);
  if (isTaken || !(await setEmail(tx, user.id, change.new_email)))
    throw new Refusal(accountRefusals.email_in_use);
  await setEmailVerified(tx, user.id, now);
  await changes.setConfirmed(tx, change.id, now);
  await deleteTokensOf(tx, user.id);
  await enqueue(tx, now, {
    kind: 'accounts.email_changed',
    ref: `change-${change.id}`,
    payload: { user_id: user.id, email_change_id: change.id, at: now },
    words: { old_email: change.old_email },
  });
  await writeAudit(tx, now, undefined, { action: 'profile.email', subject: `user:${user.id}` });
}

/**
 * Gives an account back to the owner of the old address: the old address counts again, the password is void,
 * second factors added since the request are removed, every login ends, and a link to a new password is
 * mailed. Later changes are undone too.
 * @throws Refusal undo_link_dead for a forged, used or old link; email_in_use
 */
export async function undoEmailChange(
  db: Database,
  now: Date,
  { vault, token }: { vault: Vault; token: string },
): Promise<void> {
  const id = changeOfLink(vault, 'undo', token);
  const known = id === undefined ? undefined : await changes.findEmailChange(db, id);
  if (!known || !isUndoable(known, now)) throw new Refusal(accountRefusals.undo_link_dead);
  // Nobody knows the password of this hash.
  const password_hash = await whileLimited(() => hashPassword(newToken()));
  await db.transaction(async (tx) => {
    const found = await lockChange(tx, known.id);
    if (!found || !isUndoable(found.change, now) || found.user.disabled_at)
      throw new Refusal(accountRefusals.undo_link_dead);
    await restoreAddress({ tx, now }, found, password_hash);
  });
}

async function restoreAddress(
  { tx, now }: Deps,
  { change, user }: Locked,
  password_hash: string,
): Promise<void> {
  if (!(await setEmail(tx, user.id, change.old_email))) throw new Refusal(accountRefusals.email_in_use);
  await setEmailVerified(tx, user.id, now);
  await changes.setUndone(tx, change, now);
  await changes.deletePending(tx, user.id);
  // Factors from before stay: a mailed link is no way around them (H2).
  await deleteFactorsSince(tx, user.id, change.asked_at);
  await endAccess(tx, now, { user_id: user.id, password_hash, reason: 'email_undone' });
  await enqueue(tx, now, {
    kind: 'accounts.reset_password',
    ref: `undo-${change.id}`,
    payload: { user_id: user.id },
    words: { redirect_path: null },
  });
  await writeAudit(tx, now, undefined, { action: 'profile.email_undo', subject: `user:${user.id}` });
}

const isUndoable = ({ confirmed_at, undone_at }: changes.EmailChangeRow, now: Date) =>
  confirmed_at !== null && undone_at === null && now < after(confirmed_at, UNDO_EMAIL_MS);

type Locked = { change: changes.EmailChangeRow; user: UserRow };

async function lockChange(tx: Tx, id: number | undefined): Promise<Locked | undefined> {
  const change = id === undefined ? undefined : await changes.findEmailChange(tx, id);
  const user = change && (await lockUser(tx, change.user_id));
  const again = user && (await changes.findEmailChange(tx, change.id));
  return again && { change: again, user };
}

export async function sweepEmailChanges(db: Db, now: Date): Promise<void> {
  await changes.deleteChangesBefore(db, after(now, -Math.max(CONFIRM_EMAIL_MS, UNDO_EMAIL_MS)));
}
