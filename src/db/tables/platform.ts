import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { MailFault } from '#kit/mail-faults.ts';
import { bytes, day, instant, rowId, rowRef } from './columns.ts';
import { erased, erasureOf, keptFor, rowsDeleted } from './erasure.ts';

/**
 * Mails and other effects to carry out after a commit. A row is written in the transaction that
 * decides the effect; `(kind, ref)` makes it happen once however often that decision is repeated.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: rowId(),
    kind: text().notNull(),
    ref: text().notNull(),
    /** ids, sums, days and states; once the mail is sent, ids alone */
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** addresses and texts of people that no other row has, until the mail is sent */
    words: jsonb().$type<Record<string, unknown>>(),
    created_at: instant().notNull(),
    tries: integer().notNull().default(0),
    next_try_at: instant(),
    sent_at: instant(),
    /** when it was left to staff: the mail server refuses it for good, or it was tried for two weeks */
    given_up_at: instant(),
    last_error: text(),
    /** what the mail server refuses, since the first refusal */
    fault: text().$type<MailFault>(),
    refused_since: instant(),
  },
  (t) => [
    unique('outbox_once').on(t.kind, t.ref),
    // What was never tried comes first, so that nothing that fails holds it up.
    index('outbox_waiting')
      .on(sql`(${t.tries} > 0)`, t.next_try_at.nullsFirst(), t.id)
      .where(sql`${t.sent_at} is null and ${t.given_up_at} is null`),
    index('outbox_given_up')
      .on(t.id)
      .where(sql`${t.sent_at} is null and ${t.given_up_at} is not null`),
  ],
);

/** Who did what to whom, append only. Logs carry ids; so does this. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: rowId(),
    at: instant().notNull(),
    actor_id: rowRef(),
    on_behalf_of_id: rowRef(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_log_actor').on(t.actor_id),
    index('audit_log_parent')
      .on(t.on_behalf_of_id)
      .where(sql`${t.on_behalf_of_id} is not null`),
    // The beginning of a subject or an action is what staff type.
    index('audit_log_subject').on(sql`lower(${t.subject}) text_pattern_ops`),
    index('audit_log_action').on(sql`lower(${t.action}) text_pattern_ops`),
  ],
);

/**
 * The chain of the audit log: each link hashes the link before and one row of `audit_log`, in the order in
 * which the rows were found (H13). Append only, by a function of the owner (MH15), and without a foreign key,
 * so that a missing row shows.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    audit_id: rowRef().notNull().unique(),
    hash: bytes().notNull(),
  },
  (t) => [check('audit_chain_hash', sql`octet_length(${t.hash}) = 32`)],
);

/** The last link of each run, signed with a key that the database does not hold. Written as the chain is. */
export const auditHeads = pgTable('audit_heads', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  /** the highest id of a row in the chain by then */
  highest_audit_id: rowRef().notNull(),
  key_id: text().notNull(),
  signature: text().notNull(),
  /** by the database's own clock */
  signed_at: instant().notNull().defaultNow(),
  /** by the portal's clock; null while more rows waited to join, and for heads of earlier versions */
  complete_at: instant(),
});

/**
 * What people wrote or where they came from, beside an entry of the audit log. The log itself is never
 * changed, so whatever must be erased some day stands here: reasons, notes, networks.
 */
export const auditTexts = pgTable(
  'audit_texts',
  {
    /** without a foreign key, as in the chain */
    audit_id: rowRef().notNull(),
    /** `reason`, `notes_before`, `network`, …: as a name in the entry's detail */
    name: text().notNull(),
    text: text().notNull(),
    /**
     * 32 random bytes: the entry holds the hash of key and text, so a changed text shows, and nobody guesses
     * an erased text (MH15). Null for a text of an earlier version.
     */
    key: bytes(),
  },
  (t) => [primaryKey({ columns: [t.audit_id, t.name] })],
);

/** Keys of the vault under which texts or files are sealed, by the first 8 hex digits of their hash (H14). */
export const vaultKeys = pgTable('vault_keys', {
  key_id: text().primaryKey(),
  first_used_at: instant().notNull(),
  /** when nothing was left that it had sealed; null while it is needed */
  left_at: instant(),
});

/**
 * Fields in which every text is bound to its place, as `students.custody_notes`: what is not is refused there
 * (H14). Append only, so that who can write rows cannot bring an unbound text back.
 */
export const sealedFields = pgTable('sealed_fields', {
  field: text().primaryKey(),
  bound_at: instant().notNull(),
});

/** How far files have been sealed under a key, by the table that names them (H14). */
export const vaultProgress = pgTable('vault_progress', {
  source: text().primaryKey(),
  key_id: text().notNull(),
  last_id: rowRef().notNull(),
});

/** The version of the program that opened this database last: one row. */
export const programVersion = pgTable(
  'program_version',
  {
    only_row: boolean().primaryKey().default(true),
    version: text().notNull(),
    /** by the database's own clock */
    since: instant().notNull().defaultNow(),
  },
  (t) => [check('program_version_only_row', sql`${t.only_row}`)],
);

/**
 * What a program must know to open this database, besides its migrations: formats of sealed texts and files,
 * and values of settings that a version has introduced. Append only.
 */
export const neededFeatures = pgTable('needed_features', { feature: text().primaryKey() });

/** Files that nothing points to any more, until they are gone. */
export const fileDeletions = pgTable('file_deletions', {
  key: text().primaryKey(),
  asked_at: instant().notNull(),
});

/** The sandbox clock's offset (K1): one row, never in a deployment with a real processor. */
export const clockSettings = pgTable('clock_settings', {
  only_row: boolean().primaryKey().default(true),
  offset_ms: bigint({ mode: 'number' }).notNull().default(0),
});

/** Counted tries of one subject at one thing (logins, codes), for throttling. */
export const attemptCounters = pgTable(
  'attempt_counters',
  {
    scope: text().notNull(),
    subject: text().notNull(),
    window_started_at: instant().notNull(),
    count: integer().notNull().default(0),
    locked_until: instant(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.subject] })],
);

/**
 * A call of staff that happens once for its Idempotency-Key (OF8.7): who called with which key and body, and
 * what came of it. Kept for two days.
 */
export const onceKeys = pgTable(
  'once_keys',
  {
    /** the member of staff, by number as in the audit log */
    by_id: rowRef().notNull(),
    /** the name of the endpoint */
    call: text().notNull(),
    key_hash: bytes().notNull(),
    body_hash: bytes().notNull(),
    at: instant().notNull(),
    /** the id of the row that the first call wrote */
    subject_id: rowRef(),
  },
  (t) => [primaryKey({ columns: [t.by_id, t.call, t.key_hash] }), index('once_keys_at').on(t.at)],
);

/**
 * What staff have written on an entry of the worklist: who does the work, the day until which the entry is
 * hidden, a note, and when work without a state of its own was done. The entry itself is derived (OF9.1).
 */
export const workClaims = pgTable(
  'work_claims',
  {
    kind: text().notNull(),
    /** of the entry, unique within the kind */
    subject: text().notNull(),
    /** the family of the entry, by number; null for an entry about no family */
    user_id: rowRef(),
    /** the member of staff, by number as in the audit log */
    owner_id: rowRef(),
    hidden_until: day(),
    note: text(),
    done_at: instant(),
    version: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] }), index('work_claims_user').on(t.user_id)],
);

export const workClaimsErasure = rowsDeleted(workClaims, 'account');

export const outboxErasure = erasureOf(
  outbox,
  {
    ...keptFor('that a mail was sent, by the ids of its subject, so that no mail is sent twice', [
      'id',
      'kind',
      'ref',
      'created_at',
      'tries',
      'next_try_at',
      'sent_at',
      'given_up_at',
      'fault',
      'refused_since',
    ]),
    payload: erased(sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
      where key ~ '_ids?$' and jsonb_typeof(value) in ('number', 'array'))`),
    words: erased(null),
    // A mail server repeats the address that it refuses.
    last_error: erased(null),
  },
  { notCopied: ['last_error'] },
);

export const auditLogErasure = erasureOf(
  auditLog,
  keptFor('who did what, by number; texts of people stand in audit_texts', [
    'id',
    'at',
    'actor_id',
    'on_behalf_of_id',
    'action',
    'subject',
    'detail',
  ]),
);

export const auditTextsErasure = rowsDeleted(auditTexts, 'account', { notCopied: ['key'] });
