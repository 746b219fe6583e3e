import { invariant } from '#kit/invariant.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { consumeAttempt } from '#platform/throttle/throttle.ts';
import type { ProfileChange } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { proveOwner } from '#modules/accounts/sessions/current-password.service.ts';
import { whileLimited, refuseWhile } from '#modules/accounts/sessions/logins.service.ts';
import { PASSWORD_PURPOSES, useUpTokens } from '#modules/accounts/mailed-tokens.queries.ts';
import { refuseWeakPassword } from '#modules/accounts/passwords/new-password.service.ts';
import {
  forgetBrowsers,
  lockOwnAccount,
  logOutElsewhere,
} from '#modules/accounts/sessions/sessions.service.ts';
import { EMAIL_CHANGE_OF_USER } from '#modules/accounts/throttle-rules.ts';
import { findUser, setNameAndPhones, setPassword, type UserRow } from '#modules/accounts/users.queries.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { askForEmail, isEmailTaken } from './email-change.service.ts';
import { phoneColumns, userPhones } from './encrypted-phones.service.ts';
import { personOf } from './users.service.ts';

type ProfileNow = {
  first_name: string;
  last_name: string;
  email: string;
  phone_home: string | null;
  phone_mobile: string | null;
};

type Details = Partial<Omit<ProfileNow, 'email'>>;

/** The real changes: an e-mail sent unchanged stays verified. */
type Changes = { details: Details; email?: string; password?: string };

type Deps = { tx: Tx; now: Date; viewer: Viewer; vault: Vault; user: UserRow };

/**
 * Changes the own profile. A new e-mail counts once the link mailed to it is opened; a new password ends
 * every other session and is reported to the owner.
 * @throws Refusal user_not_found for another user's id; email_in_use, password_common, password_is_name,
 *   password_guessed, password_for_staff, current_password_required, current_password_wrong (each names the
 *   field); change_while_impersonating; too_many_attempts; profile_edited with the present profile, if
 *   changed since the writer's last read (MD5)
 * Source: accounts.md §5, U, W18
 */
export async function changeProfile(
  { db, vault }: { db: Database; vault: Vault },
  now: Date,
  viewer: Viewer,
  { id, form }: { id: number; form: ProfileChange },
): Promise<void> {
  if (id !== viewer.user_id) throw new Refusal(accountRefusals.user_not_found);
  const user = await findUser(db, id);
  invariant(user, `user ${id} exists`);
  refuseEdited(vault, user, form.version);
  const changes = changesOf(form, { ...user, ...userPhones.open(vault, id, user) });
  const password_hash = await allow(db, now, viewer, {
    user,
    changes,
    currentPassword: form.current_password,
  });
  await db.transaction(async (tx) => {
    const deps = { tx, now, viewer, vault, user: await lockOwnAccount(tx, viewer) };
    refuseEdited(vault, deps.user, form.version);
    await saveDetails(deps, changes.details);
    if (changes.email !== undefined) await askForEmail(deps, { ...deps, email: changes.email });
    if (password_hash !== undefined) await replacePassword(deps, password_hash);
  });
}

function refuseEdited(vault: Vault, user: UserRow, version: number | undefined): void {
  if (version === undefined || version === user.version) return;
  const items = [{ ...personOf(vault, user), version: user.version }];
  throw new Refusal(accountRefusals.profile_edited, { items });
}

type RequestedChange = { user: UserRow; changes: Changes; currentPassword: string | undefined };

/** @returns the hash of a new password, computed here because hashing takes too long for a transaction */
async function allow(
  db: Database,
  now: Date,
  viewer: Viewer,
  { user, changes, currentPassword }: RequestedChange,
): Promise<string | undefined> {
  const { email, password } = changes;
  if (email === undefined && password === undefined) return undefined;
  // Who holds the address holds the account (MH12).
  await proveOwner(db, now, viewer, { user, currentPassword, isAlwaysAsked: email !== undefined });
  if (email !== undefined) {
    refuseWhile(await consumeAttempt(db, EMAIL_CHANGE_OF_USER, String(user.id), now));
    if (await isEmailTaken(db, now, email, user.id)) throw refuseField(accountRefusals.email_in_use, 'email');
  }
  if (password === undefined) return undefined;
  await refuseWeakPassword(db, { password, email: email ?? user.email, user_id: user.id });
  return whileLimited(() => hashPassword(password));
}

async function saveDetails(
  { tx, now, viewer, vault, user }: Deps,
  details: Changes['details'],
): Promise<void> {
  const fields = Object.keys(details);
  if (fields.length === 0) return;
  const phones = { ...userPhones.open(vault, user.id, user), ...details };
  await setNameAndPhones(tx, user.id, { ...details, ...phoneColumns(vault, user.id, phones) });
  await writeAudit(tx, now, viewer, {
    action: 'profile.details',
    subject: `user:${user.id}`,
    detail: { fields: fields.join(' ') },
  });
}

async function replacePassword({ tx, now, viewer, user }: Deps, password_hash: string): Promise<void> {
  await setPassword(tx, user.id, password_hash);
  await useUpTokens(tx, user.id, PASSWORD_PURPOSES, now);
  await logOutElsewhere(tx, now, viewer);
  await forgetBrowsers(tx, user.id);
  await enqueue(tx, now, {
    kind: 'accounts.password_changed',
    ref: `${user.id}.${now.getTime()}`,
    payload: { user_id: user.id, at: now, kept_session: true },
  });
  await writeAudit(tx, now, viewer, { action: 'profile.password', subject: `user:${user.id}` });
}

function changesOf(form: ProfileChange, now: ProfileNow): Changes {
  const wanted: Details = {
    first_name: form.first_name,
    last_name: form.last_name,
    phone_home: form.phone_home,
    phone_mobile: form.phone_mobile,
  };
  const isNoticeNeeded = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== now[name as keyof ProfileNow];
  return {
    details: Object.fromEntries(Object.entries(wanted).filter(isNoticeNeeded)),
    ...(form.email !== undefined && form.email !== now.email && { email: form.email }),
    ...(form.password !== undefined && { password: form.password }),
  };
}
