import { z } from 'zod';
import { formatDateTime } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { hashOfToken, newToken } from '#platform/tokens/tokens.ts';
import {
  addressChangedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
  type Reader,
} from './accounts.emails.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
import { insertMailedToken, type Purpose } from '#modules/accounts/mailed-tokens.queries.ts';
import { after, RESET_LINK_LIFE_MS, VERIFY_LINK_LIFE_MS } from '#modules/accounts/sessions/session-life.ts';
import { findUser, lockUser, type UserRow } from '#modules/accounts/users.queries.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const LIFE_MS: Record<Purpose, number> = {
  'verify-email': VERIFY_LINK_LIFE_MS,
  'reset-password': RESET_LINK_LIFE_MS,
};

const aboutUser = z.object({ user_id: z.number().nullable() });
const aboutReset = aboutUser.extend({ redirect_path: z.string().nullable() });
const aboutChange = aboutUser.extend({ at: z.iso.datetime() });
const aboutPassword = aboutChange.extend({ kept_session: z.boolean().default(false) });
const aboutEmail = aboutChange.extend({ old_email: z.string() });

/**
 * Makes the accounts' mails. The token inside a link is made here, when the mail leaves, so that no
 * table and no waiting row ever holds one.
 */
export function accountEmails({ db, clock, config }: Deps): Renderers {
  const addressed = async (to: string, emailContent: EmailContent) => ({
    to: [to],
    ...renderEmail(emailContent),
  });
  const reader = async (user: UserRow): Promise<Reader> => ({
    first_name: user.first_name,
    letterhead: await findLetterhead(db),
  });
  const when = (at: string) => formatDateTime(clock.time_zone, new Date(at));
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
      const { token, user } = issued;
      const query = new URLSearchParams({
        token,
        email: user.email,
        ...(redirect_path && { redirectPath: redirect_path }),
      });
      const link = `${config.publicUrl}/reset-password?${query.toString()}`;
      return addressed(user.email, passwordResetEmail({ ...(await reader(user)), link }));
    },
    'accounts.password_changed': async (payload) => {
      const { user_id, at, kept_session } = aboutPassword.parse(payload);
      const user = await readerOf(db, user_id);
      return (
        user &&
        addressed(
          user.email,
          passwordChangedEmail({ ...(await reader(user)), at: when(at), keptSession: kept_session }),
        )
      );
    },
    'accounts.email_changed': async (payload) => {
      const { user_id, old_email, at } = aboutEmail.parse(payload);
      const user = await readerOf(db, user_id);
      return user && addressed(old_email, addressChangedEmail({ ...(await reader(user)), at: when(at) }));
    },
  };
}

async function readerOf(db: Database, user_id: number | null): Promise<UserRow | undefined> {
  const user = user_id === null ? undefined : await findUser(db, user_id);
  return user?.disabled_at ? undefined : user;
}

/**
 * Makes the token of a link for the address that someone has at this moment. Held, because a token
 * must not reach an address that a change of e-mail, which voids all tokens, is just leaving.
 */
async function issueToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user_id: number | null,
  purpose: Purpose,
): Promise<{ token: string; user: UserRow } | undefined> {
  if (user_id === null) return undefined;
  return db.transaction(async (tx: Tx) => {
    const user = await lockUser(tx, user_id);
    const isDone = purpose === 'verify-email' && user?.email_verified_at;
    if (!user || user.disabled_at || isDone) return undefined;
    const token = newToken();
    const created_at = clock.now();
    await insertMailedToken(tx, {
      hash: hashOfToken(token),
      user_id,
      purpose,
      created_at,
      expires_at: after(created_at, LIFE_MS[purpose]),
    });
    return { token, user };
  });
}
