import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { NO_PASSWORD } from '#kit/no-password.ts';
import type { Sealed } from '#kit/sealed.ts';
import { SESSION_FACTORS } from '#modules/accounts/factor.states.ts';
import { bytes, instant, rowId, rowRef } from '../columns.ts';
import { erased, erasureOf, keptFor, rowsDeleted } from '../erasure.ts';

/** A named choice that the client loads at start: payment types, term types, roles, adjustments. */
export const options = pgTable(
  'options',
  { id: rowId(), category: text().notNull(), key: text().notNull() },
  (t) => [unique('options_key').on(t.key)],
);

/** A person with an account: a parent or guardian, or staff. E-mails are kept lower-cased. */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    password_hash: text().notNull(),
    phone_home: text().$type<Sealed>(),
    phone_mobile: text().$type<Sealed>(),
    /** by what staff find the phones: keyed marks of their last 10, 7 and 4 digits (H14) */
    phone_marks: text().array().notNull().default([]),
    /** goes up with each change of name, address, phones or staff role, as a student's (MD5) */
    version: integer().notNull().default(1),
    email_verified_at: instant(),
    acknowledged_at: instant(),
    disabled_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_unverified')
      .on(t.id)
      .where(sql`${t.email_verified_at} is null and ${t.disabled_at} is null`),
    index('users_name').on(sql`plain_letters(${t.last_name})`, sql`plain_letters(${t.first_name})`, t.id),
    // By what staff search: a part of a text of three letters and more.
    index('users_search').using(
      'gin',
      sql`(search_letters(${t.first_name}) || ' ' || search_letters(${t.last_name}) || ' ' ||
        search_letters(${t.email})) gin_trgm_ops`,
    ),
    // The names that begin with a text, in their order.
    index('users_last_name_begins').on(sql`search_letters(${t.last_name}) text_pattern_ops`),
    index('users_first_name_begins').on(sql`search_letters(${t.first_name}) text_pattern_ops`),
    index('users_phone_marks').using('gin', t.phone_marks),
  ],
);

/** The role of a member of staff, one an account (OF8.1); `role_type_id` is an option of `userRole`. */
export const userRoles = pgTable(
  'user_roles',
  {
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    role_type_id: rowRef()
      .notNull()
      .references(() => options.id),
    /** set until a password was chosen by a mailed link: the role gives no rights before (MH1) */
    pending_since: instant(),
    /** a daily email about own red entries of the worklist (OF9.5) */
    has_work_mail: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.role_type_id] }), unique('user_roles_one').on(t.user_id)],
);

/**
 * One login and all tokens that descend from it. Ending the row ends them all (logout, password
 * change, a used refresh token seen again). An impersonation is a family of its own.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    impersonator_id: rowRef().references(() => users.id),
    impersonation_reason: text(),
    /** the session of staff that began it, and that ends it; its record may be gone earlier (MH18) */
    begun_in: uuid(),
    /** keys the successor of each refresh token, so that a second tab gets the same one */
    secret: bytes().notNull(),
    ip: text(),
    user_agent: text(),
    created_at: instant().notNull(),
    /** what it was begun with beside the password; an enrolment proves it too (H2) */
    factor: text({ enum: SESSION_FACTORS }).notNull().default('none'),
    /** when the password was given again; null since the login (H2) */
    proved_at: instant(),
    /** of tokens that were deleted since; a token that is there says its own */
    last_used_at: instant(),
    ended_at: instant(),
    ended_reason: text(),
  },
  (t) => [
    index('sessions_user').on(t.user_id, t.created_at, t.id),
    // The order of the office's list by last login.
    index('sessions_begun')
      .on(t.created_at, t.user_id, t.id)
      .where(sql`${t.impersonator_id} is null`),
    index('sessions_impersonator')
      .on(t.impersonator_id)
      .where(sql`${t.impersonator_id} is not null`),
    index('sessions_begun_in')
      .on(t.begun_in)
      .where(sql`${t.begun_in} is not null`),
  ],
);

/** Access tokens by SHA-256; the token itself is never stored. 2 hours idle, 2 days at most (U). */
export const accessTokens = pgTable(
  'access_tokens',
  {
    hash: bytes().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id),
    created_at: instant().notNull(),
    last_used_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('access_tokens_session').on(t.session_id)],
);

/** Refresh tokens by SHA-256, 14 days, rotating; `used_at` set twice means reuse (U). */
export const refreshTokens = pgTable('refresh_tokens', {
  hash: bytes().primaryKey(),
  session_id: uuid()
    .notNull()
    .references(() => sessions.id),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
  used_at: instant(),
});

/**
 * Single-use mailed tokens: `verify-email`, `staff-invite` and `family-invite` (7 days), `reset-password` (60
 * minutes).
 */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    hash: bytes().primaryKey(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    purpose: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [index('mailed_tokens_user').on(t.user_id, t.purpose)],
);

/**
 * A browser in which an account was logged in to, by the SHA-256 of a random text that the browser keeps. It
 * proves nobody: wrong passwords typed there have a count of their own (H5).
 */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    hash: bytes().notNull(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    logged_in_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.user_id] }), index('known_browsers_user').on(t.user_id)],
);

export const usersErasure = erasureOf(
  users,
  {
    ...keptFor('orders and the audit log name the account by number', ['id']),
    ...keptFor('when the account was made and deleted', ['created_at', 'disabled_at']),
    ...keptFor('how often the profile was changed', ['version']),
    first_name: erased('Deleted'),
    last_name: erased('account'),
    email: erased(sql`'deleted-' || id || '@account.invalid'`),
    password_hash: erased(NO_PASSWORD),
    phone_home: erased(null),
    phone_mobile: erased(null),
    phone_marks: erased([]),
    email_verified_at: erased(null),
    acknowledged_at: erased(null),
  },
  { notCopied: ['password_hash', 'phone_marks'] },
);

export const userRolesErasure = erasureOf(
  userRoles,
  keptFor('staff cannot delete their account', ['user_id', 'role_type_id', 'pending_since', 'has_work_mail']),
);

export const sessionsErasure = rowsDeleted(sessions, 'account', { notCopied: ['secret'] });
