import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { instant, rowId, rowRef } from './columns.ts';
import { users } from './accounts/accounts.ts';
import { erased, erasureOf, keptFor, rowsDeleted } from './erasure.ts';

/** An address that a family saved; sealed (H14). */
export const addresses = pgTable(
  'addresses',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    address: text().$type<Sealed>().notNull(),
    apt: text().$type<Sealed>(),
    city: text().$type<Sealed>().notNull(),
    state: text().$type<Sealed>().notNull(),
    zip: text().$type<Sealed>().notNull(),
    is_active: boolean().notNull().default(true),
    /** goes up with each change, so a form that has not seen the last one is refused (MD5) */
    version: integer().notNull().default(1),
    /** the Idempotency-Key that it was saved under, so that a lost answer saves it once */
    client_key: text(),
    created_at: instant().notNull(),
  },
  (t) => [index('addresses_user').on(t.user_id), unique('addresses_client_key').on(t.user_id, t.client_key)],
);

type Name = { first_name: AnyColumn | SQL; last_name: AnyColumn | SQL };

type Names = Name & Record<`guardian_${1 | 2}_${'first' | 'last'}_name`, AnyColumn>;

/** Staff find a child by the child's own name and by the names of the guardians, who call (OF2.2). */
export const searchedNames = (t: Names): SQL<string> =>
  sql`search_letters(${t.first_name}) || ' ' || search_letters(${t.last_name})
    || ' ' || search_letters(${t.guardian_1_first_name}) || ' ' || search_letters(${t.guardian_1_last_name})
    || ' ' || coalesce(search_letters(${t.guardian_2_first_name}), '')
    || ' ' || coalesce(search_letters(${t.guardian_2_last_name}), '')`;

/** Names that differ in case, marks, blanks, dashes or apostrophes are one name (MC10). */
export const childName = ({ first_name, last_name }: Name): SQL<string> =>
  sql`translate(plain_letters(${first_name} || '/' || ${last_name}), ' .,''’‘-‐‑–', '')`;

type Care = { has_medical_concerns: AnyColumn | SQL; custody_notes: AnyColumn | SQL };

/** The index of care notes has this text. */
export const hasCareNotes = ({ has_medical_concerns, custody_notes }: Care): SQL =>
  sql`(${has_medical_concerns} or coalesce(${custody_notes}, '') <> '')`;

/** A child who rides, with the guardians, home and care details that a driver needs. */
export const students = pgTable(
  'students',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    first_name: text().notNull(),
    last_name: text().notNull(),
    sex: text({ enum: ['m', 'f'] }).notNull(),
    /** `YYYY-MM-DD`, sealed, as are phones, the address and the care texts (H14) */
    date_of_birth: text().$type<Sealed>().notNull(),
    email: text(),
    phone_home: text().$type<Sealed>().notNull(),
    phone_mobile: text().$type<Sealed>(),
    has_medical_concerns: boolean().notNull().default(false),
    medical_concerns: text().$type<Sealed>(),
    can_exit_bus_alone: boolean().notNull().default(false),
    address_id: rowRef().references(() => addresses.id),
    address: text().$type<Sealed>().notNull(),
    apt: text().$type<Sealed>(),
    city: text().$type<Sealed>().notNull(),
    state: text().$type<Sealed>().notNull(),
    zip: text().$type<Sealed>().notNull(),
    guardian_1_first_name: text().notNull(),
    guardian_1_last_name: text().notNull(),
    guardian_1_phone_mobile: text().$type<Sealed>().notNull(),
    guardian_1_email: text().notNull(),
    guardian_2_first_name: text(),
    guardian_2_last_name: text(),
    guardian_2_phone_mobile: text().$type<Sealed>(),
    guardian_2_email: text(),
    is_split_custody: boolean().notNull().default(false),
    second_address: text().$type<Sealed>(),
    custody_notes: text().$type<Sealed>(),
    /** by what staff find the home: keyed marks of ZIP, house number with ZIP, and street line (OF1.10) */
    address_marks: text().array().notNull().default([]),
    /** goes up with each change of the fields, so a form that has not seen the last one is refused */
    version: integer().notNull().default(1),
    /** as an address's */
    client_key: text(),
    created_at: instant().notNull(),
    /** when the family or staff last changed a field; null before */
    changed_at: instant(),
    deleted_at: instant(),
  },
  (t) => [
    index('students_user').on(t.user_id),
    index('students_address').on(t.address_id),
    index('students_present')
      .on(t.user_id, t.id)
      .where(sql`${t.deleted_at} is null`),
    // By what staff search.
    index('students_search')
      .using('gin', sql`(${searchedNames(t)}) gin_trgm_ops`)
      .where(sql`${t.deleted_at} is null`),
    // The names that begin with a text, in their order.
    index('students_last_name_begins')
      .on(sql`search_letters(${t.last_name}) text_pattern_ops`)
      .where(sql`${t.deleted_at} is null`),
    index('students_first_name_begins')
      .on(sql`search_letters(${t.first_name}) text_pattern_ops`)
      .where(sql`${t.deleted_at} is null`),
    // The children of one name (MC10). Not partial: PostgreSQL would take it for a list of all students.
    index('students_child').on(childName(t)),
    // Covers the children that were changed since their contract.
    index('students_changed')
      .on(t.id, t.changed_at)
      .where(sql`${t.changed_at} is not null and ${t.deleted_at} is null`),
    // Few of many: the office's lists of them.
    index('students_split_custody')
      .on(t.id)
      .where(sql`${t.is_split_custody} and ${t.deleted_at} is null`),
    index('students_care_notes').on(t.id).where(sql`${hasCareNotes(t)}
        and ${t.deleted_at} is null`),
    unique('students_client_key').on(t.user_id, t.client_key),
    index('students_address_marks').using('gin', t.address_marks),
    // The order of lists by name. Not partial: PostgreSQL would take it for a list of all students.
    index('students_name').on(sql`plain_letters(${t.last_name})`, sql`plain_letters(${t.first_name})`, t.id),
  ],
);

/** A photo of a child: a random path in storage, re-encoded, without metadata (U). */
export const studentImages = pgTable(
  'student_images',
  {
    id: rowId(),
    student_id: rowRef()
      .notNull()
      .references(() => students.id),
    path: text().notNull().unique(),
    created_at: instant().notNull(),
  },
  (t) => [index('student_images_student').on(t.student_id)],
);

/** Notes of staff about a family or a child, hidden from families (OF10.3). */
export const notes = pgTable(
  'notes',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** null for a note about the family */
    student_id: rowRef().references(() => students.id),
    /** sealed, as the texts of a student are (H14) */
    text: text().$type<Sealed>().notNull(),
    /** stands on top, on the page of the family too */
    is_pinned: boolean().notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    edited_at: instant(),
  },
  (t) => [
    index('notes_user').on(t.user_id),
    index('notes_student').on(t.student_id),
    index('notes_by').on(t.by_id),
  ],
);

export const notesErasure = rowsDeleted(notes, 'account');

export const addressesErasure = rowsDeleted(addresses, 'account', { notCopied: ['client_key'] });

export const studentsErasure = erasureOf(
  students,
  {
    ...keptFor('orders and the audit log name the student by number', ['id', 'user_id']),
    ...keptFor('a saved form that is sent again finds its row', ['client_key', 'version']),
    ...keptFor('when the row was written, changed and erased', ['created_at', 'changed_at', 'deleted_at']),
    first_name: erased('Deleted'),
    last_name: erased('student'),
    sex: erased('m'),
    date_of_birth: erased(''),
    email: erased(null),
    phone_home: erased(''),
    phone_mobile: erased(null),
    has_medical_concerns: erased(false),
    medical_concerns: erased(null),
    can_exit_bus_alone: erased(false),
    address_id: erased(null),
    address: erased(''),
    apt: erased(null),
    city: erased(''),
    state: erased(''),
    zip: erased(''),
    guardian_1_first_name: erased(''),
    guardian_1_last_name: erased(''),
    guardian_1_phone_mobile: erased(''),
    guardian_1_email: erased(''),
    guardian_2_first_name: erased(null),
    guardian_2_last_name: erased(null),
    guardian_2_phone_mobile: erased(null),
    guardian_2_email: erased(null),
    is_split_custody: erased(false),
    second_address: erased(null),
    custody_notes: erased(null),
    address_marks: erased([]),
  },
  { notCopied: ['client_key', 'address_marks'] },
);

export const studentImagesErasure = rowsDeleted(studentImages, 'account');
