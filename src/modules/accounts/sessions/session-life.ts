import { MINUTE_MS, HOUR_MS, DAY_MS } from '#kit/durations.ts';

/** An access token expires 2 hours after the last use; `expires_in` reports this to the client (U). */
export const ACCESS_IDLE_MS = 2 * HOUR_MS;

/** Even in use, an access token lives 2 days at most: a family's evening and the next (U). */
export const ACCESS_LIFE_MS = 2 * DAY_MS;

/** Refresh tokens keep a session alive for 14 days from the login (U; "Remember Me", accounts.md §9). */
export const SESSION_LIFE_MS = 14 * DAY_MS;

/** A day at work: staff log in anew after twelve hours, or after two without a call (H2). */
export const STAFF_SESSION_LIFE_MS = 12 * HOUR_MS;

/** The retention of the time and network of logins. */
export const SESSION_RECORD_MS = 90 * DAY_MS;

/** Staff view a parent's account for an hour at most, and begin again with a new reason (U). */
export const IMPERSONATION_LIFE_MS = HOUR_MS;

/** Within this time a second tab may present a refresh token just used by the first. */
export const REFRESH_GRACE_MS = 30_000;

/** The last use is written at most this often; a token may expire early by this much, never late. */
export const LAST_USE_STEP_MS = MINUTE_MS;

/** A login replaces the current password for this long, for a change of e-mail or password (ASVS 7.5.1). */
export const FRESH_LOGIN_MS = 10 * MINUTE_MS;

/** The highest age of the password's proof for a refund, an impersonation or an export (H2). */
export const PROOF_LIFE_MS = 5 * MINUTE_MS;

/** People set up an app in one sitting; an unconfirmed app expires. */
export const ENROLMENT_LIFE_MS = 15 * MINUTE_MS;

export const VERIFY_LINK_LIFE_MS = 7 * DAY_MS;
export const RESET_LINK_LIFE_MS = HOUR_MS;
/** A new colleague may be away for some days (OF8.4). */
export const INVITATION_LIFE_MS = 7 * DAY_MS;

export const CONFIRM_EMAIL_MS = 7 * DAY_MS;

/** The old address can undo a change for this long (MH12). */
export const UNDO_EMAIL_MS = 7 * DAY_MS;

export function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

type AccessToken = { last_used_at: Date; expires_at: Date };

export function isAccessAlive({ last_used_at, expires_at }: AccessToken, now: Date): boolean {
  return now < expires_at && now < after(last_used_at, ACCESS_IDLE_MS);
}

type RefreshToken = { used_at: Date | null; expires_at: Date };
type Successor = { used_at: Date | null } | undefined;

/**
 * Classifies a refresh token: rotate to a new pair, repeat the pair of the first use (two tabs), reused by
 * the holder of a copy (the session ends), or expired.
 * Source: U, reliability 5.3
 */
export function classifyRefresh(
  token: RefreshToken,
  successor: Successor,
  now: Date,
): 'rotate' | 'repeat' | 'reused' | 'expired' {
  if (now >= token.expires_at) return 'expired';
  if (!token.used_at) return 'rotate';
  const isImmediate = successor !== undefined && !successor.used_at;
  return isImmediate && now <= after(token.used_at, REFRESH_GRACE_MS) ? 'repeat' : 'reused';
}
