import { z } from 'zod';
import { formatDateTime } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderLetter } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { hashOfToken, newToken } from '#platform/tokens/tokens.ts';
import { passwordChangedLetter, resetPasswordLetter, verifyEmailLetter } from './accounts.mails.ts';
import { insertMailedToken, type Purpose } from './mailed-tokens.queries.ts';
import { after, RESET_LINK_LIFE_MS, VERIFY_LINK_LIFE_MS } from './session-life.ts';
import { findUser, type UserRow } from './users.queries.ts';

type Desk = { db: Database; clock: Clock; config: Config };

const LIFE_MS: Record<Purpose, number> = { 'verify-email': VERIFY_LINK_LIFE_MS, 'reset-password': RESET_LINK_LIFE_MS };

const aboutUser = z.object({ user_id: z.number().nullable() });
const aboutReset = aboutUser.extend({ redirect_path: z.string().nullable() });
const aboutChange = aboutUser.extend({ at: z.iso.datetime() });

/**
 * Makes the accounts' mails. The token inside a link is made here, when the mail leaves, so that no
 * table and no waiting row ever holds one.
 */
export function accountLetters({ db, clock, config }: Desk): Renderers {
  const to = async (user: UserRow, letter: Parameters<typeof renderLetter>[0]) => ({ to: [user.email], ...(await renderLetter(letter)) });
  return {
    'verify-email': async (payload) => {
      const user = await readerOf(db, aboutUser.parse(payload).user_id);
      if (!user || user.emailVerifiedAt) return undefined;
      const endpoint = `/api/verify-email/${await issueToken({ db, clock }, user.id, 'verify-email')}`;
      const link = `${config.publicUrl}/verify-email?endpoint=${encodeURIComponent(endpoint)}`;
      return to(user, verifyEmailLetter({ firstName: user.firstName, link }));
    },
    'reset-password': async (payload) => {
      const { user_id, redirect_path } = aboutReset.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      const token = await issueToken({ db, clock }, user.id, 'reset-password');
      const query = new URLSearchParams({ token, email: user.email, ...(redirect_path && { redirectPath: redirect_path }) });
      const link = `${config.publicUrl}/reset-password?${query.toString()}`;
      return to(user, resetPasswordLetter({ firstName: user.firstName, link }));
    },
    'password-changed': async (payload) => {
      const { user_id, at } = aboutChange.parse(payload);
      const user = await readerOf(db, user_id);
      if (!user) return undefined;
      const when = formatDateTime(clock.timeZone, new Date(at));
      return to(user, passwordChangedLetter({ firstName: user.firstName, at: when }));
    },
  };
}

async function readerOf(db: Database, userId: number | null): Promise<UserRow | undefined> {
  const user = userId === null ? undefined : await findUser(db, userId);
  return user?.disabledAt ? undefined : user;
}

async function issueToken({ db, clock }: Pick<Desk, 'db' | 'clock'>, userId: number, purpose: Purpose): Promise<string> {
  const token = newToken();
  const createdAt = clock.now();
  await insertMailedToken(db, { hash: hashOfToken(token), userId, purpose, createdAt, expiresAt: after(createdAt, LIFE_MS[purpose]) });
  return token;
}
