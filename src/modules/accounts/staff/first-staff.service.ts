import { m } from '#i18n/messages.js';
import { findUserByEmail } from '#modules/accounts/users.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { makeInvited } from './invite-staff.service.ts';
import { namesOf } from './names-of.ts';
import { hashNobodyKnows } from './staff-accounts.service.ts';
import { mailInvitation } from './staff-mails.service.ts';
import { findStaffRow, listOtherSuperAdmins, lockStaff } from './staff.queries.ts';

type Deps = { db: Database; clock: Clock; log: Log; config: Pick<Config, 'firstStaff'> };

const NOBODY = 0;

/**
 * Makes the account of `FIRST_STAFF` in a portal without a super admin, and mails the invitation. A start
 * after the end of the link mails another link. The reference of the mail is the end of the previous link, so
 * two processes that start at once send one mail.
 * @returns true if a mail waits
 * Source: SE11.1
 */
export async function inviteFirstStaff({ db, clock, log, config }: Deps): Promise<boolean> {
  const email = config.firstStaff;
  if (!email) return false;
  const unusable_hash = await hashNobodyKnows();
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockStaff(tx);
    if ((await listOtherSuperAdmins(tx, NOBODY)).length > 0) return false;
    const invitation = { email, role: 'userRoleSuperAdmin', ...namesOf(undefined, email) } as const;
    const made = await makeInvited(tx, now, undefined, { invitation, schools: [], unusable_hash });
    if (made) {
      await mailInvitation(tx, now, made, refOf(made.id, null));
      return true;
    }
    const invited = await findInvited(tx, email);
    // The address may belong to a stranger, so a person has to decide (MH1).
    if (!invited) log.warn(m.portal_first_staff_taken());
    if (!invited || (invited.invited_until && invited.invited_until > now)) return false;
    await mailInvitation(tx, now, invited, refOf(invited.id, invited.invited_until));
    return true;
  });
}

const refOf = (id: number, ended_at: Date | null): string =>
  `first-${id}-${ended_at ? ended_at.toISOString() : 'begin'}`;

/** A super admin who has not chosen a password yet. */
async function findInvited(tx: Tx, email: string) {
  const user = await findUserByEmail(tx, email);
  const member = user && (await findStaffRow(tx, user.id));
  const isInvited = member?.is_pending && !member.is_disabled && member.role === 'userRoleSuperAdmin';
  return isInvited ? member : undefined;
}
