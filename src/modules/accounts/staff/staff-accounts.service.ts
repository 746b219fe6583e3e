import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { findLastAudit, writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import { issueToken, resetLinkTo } from '#modules/accounts/emails/mailed-links.service.ts';
import { deleteFactorsOf } from '#modules/accounts/factors/factors.queries.ts';
import { hasSecondFactor, tellOwner } from '#modules/accounts/factors/given-code.service.ts';
import { takeCredentials } from '#modules/accounts/passwords/take-credentials.service.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import {
  findUserByEmail,
  insertUser,
  listGivenRoles,
  lockUser,
  setDisabled,
  setRole,
  type UserRow,
} from '#modules/accounts/users.queries.ts';

/*
 * Commands of the server's command line on staff accounts. Nobody is signed in there, so the audit rows name
 * no actor, and the last super admin is not protected: a portal without a super admin gets one here. The back
 * office has its own services beside this file.
 */

type Deps = { db: Database; clock: Clock };

/**
 * The command line's names of roles; everybody is a parent. The role of a school needs its list of schools,
 * and has no name here yet.
 */
export const ROLES_BY_NAME = {
  parent: null,
  dispatcher: 'userRoleDispatcher',
  admin: 'userRoleAdmin',
  'super-admin': 'userRoleSuperAdmin',
} as const satisfies Record<string, StaffRole | null>;
export type RoleName = keyof typeof ROLES_BY_NAME;

type NewStaff = { email: string; role: RoleName; first_name: string; last_name: string };

/** True if a person who knows the owner has confirmed the earlier account. */
type Consent = { existing: boolean };

/** An account made before the first staff role. */
export type MadeBefore = {
  k: 'made_before';
  made_at: Date;
  verified_at: Date | null;
  /** the last change of the e-mail address */
  moved_at: Date | null;
};

/** `link` leads to the choice of a password; the choice activates a pending role. */
export type RoleGiven = { k: 'given'; is_pending: boolean; link: string | undefined } | MadeBefore;

type LinkDeps = Deps & { config: Pick<Config, 'publicUrl'> };

/** An account made before the first role may be a stranger's (MH1). */
async function madeBefore(tx: Tx, { id, created_at, email_verified_at }: UserRow): Promise<MadeBefore> {
  const moved_at = await findLastAudit(tx, { subject: `user:${id}`, action: 'profile.email' });
  return { k: 'made_before', made_at: created_at, verified_at: email_verified_at, moved_at };
}

type Given = { user: UserRow; role: RoleName; isNew: boolean; unusable_hash: string };

/**
 * Gives a role. An account without a role, or a closed account, loses all credentials, and the role is
 * pending until the choice of a password by a mailed link.
 * @returns true if the role is pending
 */
async function giveRole(tx: Tx, now: Date, { user, role, isNew, unusable_hash }: Given): Promise<boolean> {
  const [given] = await listGivenRoles(tx, user.id);
  const isPending =
    role !== 'parent' && (!given || given.pending_since !== null || user.disabled_at !== null);
  await setRole(tx, user.id, { key: ROLES_BY_NAME[role], pending_since: isPending ? now : null });
  // An earlier login must not carry the new rights, nor keep the old rights in open pages.
  if (isPending)
    await takeCredentials(tx, now, {
      user_id: user.id,
      password_hash: unusable_hash,
      reason: 'became_staff',
    });
  else await logOutEverywhere(tx, now, user.id, 'role_changed');
  if (isPending && !isNew) await tellOwner(tx, now, user.id, { change: 'became_staff' });
  await writeAudit(tx, now, undefined, {
    action: 'staff.role',
    subject: `user:${user.id}`,
    after: { role: ROLES_BY_NAME[role], pending: isPending },
  });
  return isPending;
}

async function linkFor({ db, clock, config }: LinkDeps, user_id: number): Promise<string | undefined> {
  const issued = await issueToken({ db, clock }, user_id, 'reset-password');
  return issued && resetLinkTo(config, issued);
}

/** Nobody knows the password of this hash. */
export const hashNobodyKnows = (): Promise<string> => hashPassword(newToken());

/**
 * Gives a role to an account; creates a missing account and reopens a disabled account.
 * @param email lower-cased
 * @returns the link for choosing a password, once, within 60 minutes; without consent, `made_before` for an
 *   existing account without a role, left unchanged
 * Source: H1, MH1
 */
export async function addStaff(
  deps: LinkDeps,
  { email, role, first_name, last_name }: NewStaff,
  { existing }: Consent,
): Promise<RoleGiven> {
  const { db, clock } = deps;
  const unusable_hash = await hashNobodyKnows();
  const now = clock.now();
  const done = await db.transaction(async (tx) => {
    const account = { first_name, last_name, email, acknowledged_at: null, created_at: now };
    const made = await insertUser(tx, { ...account, password_hash: unusable_hash });
    const user = made ?? (await lockUserByEmail(tx, email));
    invariant(user, 'an address that is taken has an account');
    if (!made && !existing && (await listGivenRoles(tx, user.id)).length === 0) return madeBefore(tx, user);
    if (user.disabled_at) await setDisabled(tx, user.id, null);
    const is_pending = await giveRole(tx, now, { user, role, isNew: made !== undefined, unusable_hash });
    return { k: 'given', is_pending, user_id: user.id } as const;
  });
  if (done.k === 'made_before') return done;
  return { k: 'given', is_pending: done.is_pending, link: await linkFor(deps, done.user_id) };
}

async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const found = await findUserByEmail(tx, email);
  return found && lockUser(tx, found.id);
}

/** @returns false for an unknown email */
async function change(
  db: Database,
  email: string,
  apply: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (user) await apply(tx, user);
    return user !== undefined;
  });
}

/**
 * Closes an account: no login is possible, and every session ends.
 * @returns false for an unknown email
 */
export async function disableAccount({ db, clock }: Deps, email: string): Promise<boolean> {
  const now = clock.now();
  return change(db, email, async (tx, user) => {
    await setDisabled(tx, user.id, user.disabled_at ?? now);
    await logOutEverywhere(tx, now, user.id, 'account_disabled');
    await writeAudit(tx, now, undefined, {
      action: 'account.disable',
      subject: `user:${user.id}`,
      before: { disabled: user.disabled_at !== null },
      after: { disabled: true },
    });
  });
}

/**
 * Removes the second factors of an account after the loss of phone and recovery codes. Every session ends,
 * and the owner gets a mail.
 * @returns false for an unknown email
 */
export async function resetFactor({ db, clock }: Deps, email: string): Promise<boolean> {
  return change(db, email, (tx, user) => takeFactorsAway(tx, clock.now(), undefined, user.id));
}

async function takeFactorsAway(tx: Tx, now: Date, actor: Viewer | undefined, user_id: number): Promise<void> {
  await deleteFactorsOf(tx, user_id);
  await logOutEverywhere(tx, now, user_id, 'factor_reset');
  await tellOwner(tx, now, user_id, { change: 'reset' });
  await writeAudit(tx, now, actor, {
    action: 'factor.reset',
    subject: `user:${user_id}`,
    before: { second_factor: true },
    after: { second_factor: false },
  });
}

/**
 * Removes the second factors of another staff member on behalf of a super admin. A super admin with a working
 * factor needs no help, and a stolen session must not become a login; therefore own factors are refused, and
 * at least one super admin keeps a factor.
 * @throws Refusal user_not_found for a parent, own_factor, nothing_to_reset without factors
 * Source: H2
 */
export async function resetFactorOf(tx: Tx, now: Date, superAdmin: Viewer, user_id: number): Promise<void> {
  if (!(await isStaffMember(tx, user_id))) throw new Refusal(accountRefusals.user_not_found);
  if (user_id === superAdmin.user_id) throw new Refusal(accountRefusals.own_factor);
  await lockUser(tx, user_id);
  if (!(await hasSecondFactor(tx, user_id))) throw new Refusal(accountRefusals.nothing_to_reset);
  await takeFactorsAway(tx, now, superAdmin, user_id);
}

/**
 * Changes a role.
 * @returns as `addStaff`, with a link only for a pending role; undefined for an unknown email
 */
export async function changeRole(
  deps: LinkDeps,
  { email, role }: { email: string; role: RoleName },
  { existing }: Consent,
): Promise<RoleGiven | undefined> {
  const { db, clock } = deps;
  const unusable_hash = await hashNobodyKnows();
  const done = await db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return undefined;
    const isFirst = role !== 'parent' && (await listGivenRoles(tx, user.id)).length === 0;
    if (isFirst && !existing) return madeBefore(tx, user);
    const is_pending = await giveRole(tx, clock.now(), { user, role, isNew: false, unusable_hash });
    return { k: 'given', is_pending, user_id: user.id } as const;
  });
  if (done?.k !== 'given') return done;
  const { is_pending, user_id } = done;
  return { k: 'given', is_pending, link: is_pending ? await linkFor(deps, user_id) : undefined };
}
