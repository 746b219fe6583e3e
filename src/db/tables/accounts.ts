import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, rowId, rowRef } from './columns.ts';

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
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    phoneHome: text(),
    phoneMobile: text(),
    emailVerifiedAt: instant(),
    acknowledgedAt: instant(),
    disabledAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
);

/** Roles beyond being a parent; `role_type_id` is an option of category userRole. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    roleTypeId: rowRef()
      .notNull()
      .references(() => options.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleTypeId] })],
);

/**
 * One login and all tokens that descend from it. Ending the row ends them all (logout, password
 * change, a used refresh token seen again). An impersonation is a family of its own.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    impersonatorId: rowRef().references(() => users.id),
    impersonationReason: text(),
    /** keys the successor of each refresh token, so that a second tab gets the same one */
    secret: bytes().notNull(),
    ip: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    endedReason: text(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Access tokens by SHA-256; the token itself is never stored. 2 hours idle, 2 days at most (U). */
export const accessTokens = pgTable('access_tokens', {
  hash: bytes().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id),
  createdAt: instant().notNull(),
  lastUsedAt: instant().notNull(),
  expiresAt: instant().notNull(),
});

/** Refresh tokens by SHA-256, 14 days, rotating; `used_at` set twice means reuse (U). */
export const refreshTokens = pgTable('refresh_tokens', {
  hash: bytes().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Single-use mailed tokens: `verify-email` (7 days) and `reset-password` (60 minutes). */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    hash: bytes().primaryKey(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    purpose: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index('mailed_tokens_user').on(t.userId, t.purpose)],
);
