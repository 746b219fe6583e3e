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
  factorChangedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
  type Reader,
} from './accounts.emails.ts';
import { FACTOR_CHANGES } from '#modules/accounts/factor.states.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
import { findUser, type UserRow } from '#modules/accounts/users.queries.ts';
import { isOwnAddress } from './readers.ts';
import { issueToken, resetLinkTo } from './mailed-links.service.ts';

type Deps = { db: Database; clock: Clock; config: Config };

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
const aboutEmail = aboutChange.extend({ old_email: z.string() });

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

function changeEmails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Renderers {
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
      const { user_id, old_email, at } = aboutEmail.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      return addressed(old_email, addressChangedEmail({ ...(await reader(user, old_email)), at: when(at) }));
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

/**
 * Renders the mails of accounts. The token of a link is made on sending, so no table and no queued row ever
 * holds a token.
 */
export function accountEmails({ db, clock, config }: Deps): Renderers {
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
    ...changeEmails({ db, clock }),
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
