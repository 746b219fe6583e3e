import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { CHANGE_OPS, CHANGE_SOURCES } from '#modules/catalog/changes/change.states.ts';
import { users } from '../accounts/accounts.ts';
import { instant, rowId, rowRef } from '../columns.ts';
import { erasureOf, keptFor } from '../erasure.ts';

/** The sentences of a save and the number of those left out, as its call has answered them. */
type AgreedEffects = { effects: Record<string, unknown>[]; more: number };

/** Changes of the catalog that were saved together, append only (SE3.1). */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    id: rowId(),
    at: instant().notNull(),
    /** null: a command */
    actor_id: rowRef().references(() => users.id),
    title: text(),
    source: text({ enum: CHANGE_SOURCES }).notNull(),
    undoes_id: rowRef().references((): AnyPgColumn => catalogChanges.id),
    /** the effects that staff agreed to; null for a command (SE5.1) */
    effects: jsonb().$type<AgreedEffects>(),
    /** what staff state of a lawyer's approval of bank terms that lack a point (SE4.11) */
    approval: text(),
  },
  (t) => [unique('catalog_changes_undone_once').on(t.undoes_id)],
);

/**
 * What a change set has changed of each object, by column: of an added object only what came, of a removed
 * one only what went. A long text stands as the id of its row in `text_versions`. Append only.
 */
export const catalogChangeRows = pgTable(
  'catalog_change_rows',
  {
    change_id: rowRef()
      .notNull()
      .references(() => catalogChanges.id),
    position: integer().notNull(),
    kind: text().notNull(),
    /** without a foreign key: the object may be removed later */
    row_id: rowRef().notNull(),
    op: text({ enum: CHANGE_OPS }).notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** null for a removed object */
    version_after: integer(),
    /** the name of an added object in what was sent, such as `#1` */
    key: text(),
  },
  (t) => [
    primaryKey({ columns: [t.change_id, t.position] }),
    index('catalog_change_rows_object').on(t.kind, t.row_id, sql`${t.change_id} desc`),
  ],
);

/** Every long text that an object of the catalog has had since change sets were written, append only. */
export const textVersions = pgTable(
  'text_versions',
  {
    id: rowId(),
    kind: text().notNull(),
    row_id: rowRef().notNull(),
    field: text().notNull(),
    html: text().notNull(),
    hash: text().notNull(),
    made_at: instant().notNull(),
    /** null: a command, or unknown for a text from before */
    made_by_id: rowRef().references(() => users.id),
  },
  (t) => [index('text_versions_owner').on(t.kind, t.row_id, t.field)],
);

/** A season file that staff have uploaded, kept for seven days (SE10.2). */
export const seasonImports = pgTable(
  'season_imports',
  {
    id: rowId(),
    file_key: text().notNull(),
    at: instant().notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    applied_at: instant(),
    applied_by_id: rowRef().references(() => users.id),
    /** null also if nothing differed */
    change_id: rowRef().references(() => catalogChanges.id),
  },
  (t) => [index('season_imports_at').on(t.at)],
);

/** Uploaded files that no object has named yet; a save that names one takes its row away (SE2.5). */
export const waitingUploads = pgTable(
  'waiting_uploads',
  {
    id: rowId(),
    /** as an object names the file */
    file_name: text().notNull().unique(),
    key: text().notNull(),
    size_bytes: integer().notNull(),
    uploaded_at: instant().notNull(),
  },
  (t) => [index('waiting_uploads_oldest').on(t.uploaded_at)],
);

/** The draft of a text, one for each text (SE4.5). */
export const textDrafts = pgTable(
  'text_drafts',
  {
    kind: text().notNull(),
    row_id: rowRef().notNull(),
    field: text().notNull(),
    /** null: discarded, or in force since */
    html: text(),
    version: integer().notNull(),
    saved_at: instant().notNull(),
    saved_by_id: rowRef()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.kind, t.row_id, t.field] })],
);

export const catalogChangesErasure = erasureOf(
  catalogChanges,
  keptFor('staff by number, and what the company sells', [
    'id',
    'at',
    'actor_id',
    'title',
    'source',
    'undoes_id',
    'effects',
    'approval',
  ]),
);

export const textVersionsErasure = erasureOf(
  textVersions,
  keptFor("the company's own text, the same for every family", [
    'id',
    'kind',
    'row_id',
    'field',
    'html',
    'hash',
    'made_at',
    'made_by_id',
  ]),
);

export const seasonImportsErasure = erasureOf(
  seasonImports,
  keptFor('staff by number, for seven days', [
    'id',
    'file_key',
    'at',
    'by_id',
    'applied_at',
    'applied_by_id',
    'change_id',
  ]),
);

export const textDraftsErasure = erasureOf(
  textDrafts,
  keptFor("the company's own text, with its author by number", [
    'kind',
    'row_id',
    'field',
    'html',
    'version',
    'saved_at',
    'saved_by_id',
  ]),
);
