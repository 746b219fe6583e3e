import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import { issueToken, resetLinkTo } from '#modules/accounts/emails/mailed-links.service.ts';
import { deleteFactorsOf } from '#modules/accounts/factors/factors.queries.ts';
import { hasSecondFactor, tellOwner } from '#modules/accounts/factors/given-code.service.ts';
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
 * the audit log name no actor. A super admin does one of it in the back office too.
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
  return change(db, email, (tx, user) => takeFactorsAway(tx, clock.now(), undefined, user.id));
}

async function takeFactorsAway(tx: Tx, now: Date, actor: Viewer | undefined, user_id: number): Promise<void> {
  await deleteFactorsOf(tx, user_id);
  await logOutEverywhere(tx, now, user_id, 'factor_reset');
  await tellOwner(tx, now, user_id, { change: 'reset' });
  await writeAudit(tx, now, actor, { action: 'factor.reset', subject: `user:${user_id}` });
}

/**
 * The same by a super admin, for another member of staff: whoever is there with a second factor of their own
 * needs no help, and whoever took over a session of theirs must not make a login of it. So one super admin
 * at least keeps theirs.
 * @param user_id  a member of staff
 * @throws Refusal own_factor, nothing_to_reset where nothing is to be taken away
 * Source: H2
 */
export async function resetFactorOf(tx: Tx, now: Date, superAdmin: Viewer, user_id: number): Promise<void> {
  if (user_id === superAdmin.user_id) throw new Refusal(accountRefusals.own_factor);
  await lockUser(tx, user_id);
  if (!(await hasSecondFactor(tx, user_id))) throw new Refusal(accountRefusals.nothing_to_reset);
  await takeFactorsAway(tx, now, superAdmin, user_id);
}

/** @returns false when nobody has this email */
export async function changeRole({ db, clock }: Deps, email: string, role: RoleName): Promise<boolean> {
  return change(db, email, (tx, user) => giveRole(tx, clock.now(), user, role));
}
