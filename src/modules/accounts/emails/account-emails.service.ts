import { z } from 'zod';
import { formatDate, formatDateTime, plainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import {
  accountDeletedEmail,
  addressChangedEmail,
  confirmAddressEmail,
  factorChangedEmail,
  familyInvitedEmail,
  newSuperAdminEmail,
  passwordChangedEmail,
  passwordResetEmail,
  staffChangedEmail,
  staffInvitedEmail,
  verificationEmail,
  type Reader,
} from './accounts.emails.ts';
import { FACTOR_CHANGES } from '#modules/accounts/factor.states.ts';
import { STAFF_CHANGES } from '#modules/accounts/staff.states.ts';
import { STAFF_ROLES } from '#modules/accounts/rights.ts';
import { findEmailChange } from '#modules/accounts/email-changes.queries.ts';
import { signedLink } from '#modules/accounts/profile/email-change-links.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
import { findUser, listGivenRoles, type UserRow } from '#modules/accounts/users.queries.ts';
import { isOwnAddress } from './readers.ts';
import { issueToken, resetLinkTo } from './mailed-links.service.ts';

type Deps = { db: Database; clock: Clock; config: Config; vault: Vault };

const aboutUser = z.object({ user_id: z.number().nullable() });
const aboutReset = aboutUser.extend({ redirect_path: z.string().nullable() });
const aboutChange = aboutUser.extend({ at: z.iso.datetime() });
const aboutPassword = aboutChange.extend({ kept_session: z.boolean().default(false) });
const aboutDeletion = z.object({
  last_email: z.string().optional(),
  at: z.iso.datetime(),
  kept_until: z.string().nullable(),
});
const aboutFactor = aboutChange.extend({ change: z.enum(FACTOR_CHANGES), left: z.number().optional() });
// A mail that the previous version queued names no change.
const aboutEmail = aboutChange.extend({ old_email: z.string(), email_change_id: z.number().nullish() });
const aboutStaff = aboutChange.extend({
  change: z.enum(STAFF_CHANGES),
  role: z.enum(STAFF_ROLES),
  email: z.string(),
});
const aboutSuperAdmin = aboutChange.extend({ email: z.string() });
const aboutNewEmail = z.object({ user_id: z.number(), email_change_id: z.number() });

const addressed = async (to: string, emailContent: EmailContent) => ({
  to: [to],
  ...renderEmail(emailContent),
});

const writerOf = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => ({
  reader: async (user: UserRow, to = user.email): Promise<Reader> => ({
    first_name: isOwnAddress(to, user) ? user.first_name : null,
    letterhead: await findLetterhead(db),
  }),
  when: (at: string) => formatDateTime(clock.time_zone, new Date(at)),
});

function changeEmails({ db, clock, config, vault }: Deps): Renderers {
  const { reader, when } = writerOf({ db, clock });
  return {
    'accounts.password_changed': async (payload) => {
      const { user_id, at, kept_session } = aboutPassword.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      const facts = { ...(await reader(user)), at: when(at), keptSession: kept_session };
      return addressed(user.email, passwordChangedEmail(facts));
    },
    'accounts.email_changed': async (payload) => {
      const { user_id, old_email, at, email_change_id: id } = aboutEmail.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      const token = id ? encodeURIComponent(signedLink(vault, 'undo', id)) : '';
      const link = id ? `${config.publicUrl}/undo-email-change?token=${token}` : null;
      const facts = { ...(await reader(user, old_email)), at: when(at), link };
      return addressed(old_email, addressChangedEmail(facts));
    },
    'accounts.confirm_email': async (payload) => {
      const { user_id, email_change_id } = aboutNewEmail.parse(payload);
      const [user, change] = [await readerOf(db, user_id), await findEmailChange(db, email_change_id)];
      if (!user || !change || change.confirmed_at) return undefined;
      const endpoint = `/api/verify-email/${signedLink(vault, 'confirm', change.id)}`;
      const link = `${config.publicUrl}/verify-email?endpoint=${encodeURIComponent(endpoint)}`;
      const facts = { ...(await reader(user, change.new_email)), link };
      return addressed(change.new_email, confirmAddressEmail(facts));
    },
    'accounts.factor_changed': async (payload) => {
      const { user_id, at, ...told } = aboutFactor.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      const facts = { ...(await reader(user)), at: when(at), ...told };
      return addressed(user.email, factorChangedEmail(facts));
    },
  };
}

function invitedEmails({ db, clock, config }: Deps): Renderers {
  const { reader, when } = writerOf({ db, clock });
  return {
    'accounts.staff_invited': async (payload) => {
      const issued = await issueToken({ db, clock }, aboutUser.parse(payload).user_id, 'staff-invite');
      if (!issued) return undefined;
      const { user } = issued;
      const role = z.enum(STAFF_ROLES).parse((await listGivenRoles(db, user.id))[0]?.key);
      const link = resetLinkTo(config, { ...issued, redirectPath: '/admin' });
      return addressed(user.email, staffInvitedEmail({ ...(await reader(user)), role, link }));
    },
    'accounts.family_invited': async (payload) => {
      const issued = await issueToken({ db, clock }, aboutUser.parse(payload).user_id, 'family-invite');
      if (!issued) return undefined;
      const link = resetLinkTo(config, issued);
      return addressed(issued.user.email, familyInvitedEmail({ ...(await reader(issued.user)), link }));
    },
    'accounts.staff_changed': async (payload) => {
      const { user_id, email, at, change, role } = aboutStaff.parse(payload);
      const user = user_id === null ? undefined : await findUser(db, user_id);
      if (!user) return undefined;
      const facts = { ...(await reader(user, email)), at: when(at), change, role };
      return addressed(email, staffChangedEmail(facts));
    },
    'accounts.new_super_admin': async (payload) => {
      const { user_id, email, at } = aboutSuperAdmin.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      return addressed(user.email, newSuperAdminEmail({ ...(await reader(user)), email, at: when(at) }));
    },
  };
}

/**
 * Renders the mails of accounts. The token of a link is made on sending, so no table and no queued row ever
 * holds a token.
 */
export function accountEmails(deps: Deps): Renderers {
  const { db, clock, config } = deps;
  const { reader, when } = writerOf({ db, clock });
  return {
    'accounts.verify_email': async (payload) => {
      const issued = await issueToken({ db, clock }, aboutUser.parse(payload).user_id, 'verify-email');
      if (!issued) return undefined;
      const endpoint = `/api/verify-email/${issued.token}`;
      const link = `${config.publicUrl}/verify-email?endpoint=${encodeURIComponent(endpoint)}`;
      return addressed(issued.user.email, verificationEmail({ ...(await reader(issued.user)), link }));
    },
    'accounts.reset_password': async (payload) => {
      const { user_id, redirect_path } = aboutReset.parse(payload);
      const issued = await issueToken({ db, clock }, user_id, 'reset-password');
      if (!issued) return undefined;
      const { user } = issued;
      const link = resetLinkTo(config, { ...issued, redirectPath: redirect_path });
      return addressed(user.email, passwordResetEmail({ ...(await reader(user)), link }));
    },
    ...changeEmails(deps),
    ...invitedEmails(deps),
    'accounts.account_deleted': async (payload) => {
      const { last_email, at, kept_until } = aboutDeletion.parse(payload);
      if (!last_email) return undefined;
      const letterhead = await findLetterhead(db);
      const keptUntil = kept_until && formatDate(plainDate(kept_until));
      return addressed(last_email, accountDeletedEmail({ letterhead, at: when(at), keptUntil }));
    },
  };
}

async function readerOf(db: Database, user_id: number | null): Promise<UserRow | undefined> {
  const user = user_id === null ? undefined : await findUser(db, user_id);
  return user?.disabled_at ? undefined : user;
}
