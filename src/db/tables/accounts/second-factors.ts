import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { AUTHENTICATOR_KINDS } from '#modules/accounts/factor.states.ts';
import { users } from './accounts.ts';
import { bytes, instant, rowId, rowRef } from '../columns.ts';
import { rowsDeleted } from '../erasure.ts';

/** What an account logs in with: an app that makes codes, beside its password, or a passkey, without (H2). */
export const authenticators = pgTable(
  'authenticators',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: AUTHENTICATOR_KINDS }).notNull(),
    /** what its owner calls it, such as the phone that it is on */
    label: text().notNull(),
    /** of an app: the secret that codes follow from, sealed */
    secret: text().$type<Sealed>(),
    /** of an app: the last half minute since 1970 whose code was taken; no code counts twice */
    last_step: integer(),
    /** of a passkey: its id in base64url, by which a device finds it */
    credential_id: text().unique(),
    /** of a passkey: the public half of its key (COSE) */
    public_key: bytes(),
    /** of a passkey: how often its device says that it was used; some always say 0 */
    use_count: bigint({ mode: 'number' }),
    /** of a passkey: how a browser reaches its device, such as `internal` or `usb` */
    transports: text().array(),
    created_at: instant().notNull(),
    /** null until its first code was typed: it asks nobody for anything before */
    confirmed_at: instant(),
    last_used_at: instant(),
  },
  (t) => [
    index('authenticators_user').on(t.user_id),
    check('authenticators_secret', sql`(${t.kind} = 'totp') = (${t.secret} is not null)`),
    check(
      'authenticators_passkey',
      sql`(${t.kind} = 'passkey') = (num_nonnulls(${t.credential_id}, ${t.public_key}, ${t.use_count}) = 3)`,
    ),
  ],
);

/** Codes on paper for a lost phone, each for one login. Those of one set are hashed under one salt. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    salt: bytes().notNull(),
    hash: bytes().notNull(),
    created_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [index('recovery_codes_user').on(t.user_id)],
);

/** Challenges of passkeys that were answered; each is answered once. */
export const usedChallenges = pgTable('used_challenges', {
  hash: bytes().primaryKey(),
  expires_at: instant().notNull(),
});

export const authenticatorsErasure = rowsDeleted(authenticators, 'account', {
  notCopied: ['secret', 'last_step', 'credential_id', 'public_key', 'use_count', 'transports'],
});

export const recoveryCodesErasure = rowsDeleted(recoveryCodes, 'account', { notCopied: ['salt', 'hash'] });
