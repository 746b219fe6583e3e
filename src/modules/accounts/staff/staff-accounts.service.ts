import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import { issueToken, resetLinkTo } from '#modules/accounts/emails/mailed-links.service.ts';
import { deleteFactorsOf } from '#modules/accounts/factors/factors.queries.ts';
import { tellOwner } from '#modules/accounts/factors/given-code.service.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import {
  findUserByEmail,
  insertUser,
  lockUser,
  setDisabled,
  setRole,
  type UserRow,
} from '#modules/accounts/users.queries.ts';

/*
 * What the machine's own command line does to accounts of staff: nobody is signed in there, so the rows of
 * the audit log name no actor.
 */

type Deps = { db: Database; clock: Clock };

/** The roles that the command line gives, in its words; a parent is everybody. */
export const ROLES_BY_NAME = {
  parent: null,
  admin: 'userRoleAdmin',
  'super-admin': 'userRoleSuperAdmin',
} as const;
export type RoleName = keyof typeof ROLES_BY_NAME;

type NewStaff = { email: string; role: RoleName; first_name: string; last_name: string };

async function giveRole(tx: Tx, now: Date, user: UserRow, role: RoleName): Promise<void> {
  await setRole(tx, user.id, ROLES_BY_NAME[role]);
  // A login from before the change must not carry the new rights, or keep the old ones in its pages.
  await logOutEverywhere(tx, now, user.id, 'role_changed');
  await writeAudit(tx, now, undefined, {
    action: 'staff.role',
    subject: `user:${user.id}`,
    detail: { role },
  });
}

/**
 * Gives a role to an account, which is made where there is none and opened again where it was disabled.
 * @param email  lower-cased
 * @returns the link under which they choose a password, once, within 60 minutes
 * Source: H1
 */
export async function addStaff(
  { db, clock, config }: Deps & { config: Pick<Config, 'publicUrl'> },
  { email, role, first_name, last_name }: NewStaff,
): Promise<string> {
  // Nobody knows this one; it stands until they choose theirs.
  const password_hash = await hashPassword(newToken());
  const now = clock.now();
  const user_id = await db.transaction(async (tx) => {
    const account = { first_name, last_name, email, password_hash, acknowledged_at: null, created_at: now };
    const user = (await insertUser(tx, account)) ?? (await findUserByEmail(tx, email));
    if (user!.disabled_at) await setDisabled(tx, user!.id, null);
    await giveRole(tx, now, user!, role);
    return user!.id;
  });
  const issued = await issueToken({ db, clock }, user_id, 'reset-password');
  return resetLinkTo(config, issued!);
}

/** @returns false when nobody has this email */
async function change(
  db: Database,
  email: string,
  apply: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (user) await apply(tx, user);
    return user !== undefined;
  });
}

/**
 * Closes an account: nobody can log in to it, and every session of it has ended.
 * @returns false when nobody has this email
 */
export async function disableAccount({ db, clock }: Deps, email: string): Promise<boolean> {
  const now = clock.now();
  return change(db, email, async (tx, user) => {
    await setDisabled(tx, user.id, user.disabled_at ?? now);
    await logOutEverywhere(tx, now, user.id, 'account_disabled');
    await writeAudit(tx, now, undefined, { action: 'account.disable', subject: `user:${user.id}` });
  });
}

/**
 * Takes away what somebody logs in with beside the password, whose phone and recovery codes are lost. Every
 * session ends, and the owner is told.
 * @returns false when nobody has this email
 * Source: H2
 */
export async function resetFactor({ db, clock }: Deps, email: string): Promise<boolean> {
  const now = clock.now();
  return change(db, email, async (tx, user) => {
    await deleteFactorsOf(tx, user.id);
    await logOutEverywhere(tx, now, user.id, 'factor_reset');
    await tellOwner(tx, now, user.id, { change: 'reset' });
    await writeAudit(tx, now, undefined, { action: 'factor.reset', subject: `user:${user.id}` });
  });
}

/** @returns false when nobody has this email */
export async function changeRole({ db, clock }: Deps, email: string, role: RoleName): Promise<boolean> {
  return change(db, email, (tx, user) => giveRole(tx, clock.now(), user, role));
}
