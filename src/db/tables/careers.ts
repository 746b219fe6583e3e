import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { users } from './accounts/accounts.ts';
import { day, instant, rowId, rowRef } from './columns.ts';
import { rowsDeleted } from './erasure.ts';

/** A job application, kept for a year (reliability 5.6). */
export const jobApplications = pgTable(
  'job_applications',
  {
    id: rowId(),
    created_at: instant().notNull(),
    /** hash of the press of the button; a repeated press finds its application */
    request_key: text().unique(),
    /** keyed, of what was typed: tells another application from the same one; empty where no key knows it */
    fingerprint: text().notNull(),
    name: text().notNull(),
    /** sealed, as are phone, birth, license, work, convictions and charges (reliability 5.6, H14) */
    address_line_1: text().$type<Sealed>().notNull(),
    address_line_2: text().$type<Sealed>(),
    phone_mobile: text().$type<Sealed>().notNull(),
    /** by what staff find the phone: keyed marks of its last 10, 7 and 4 digits */
    phone_marks: text().array().notNull().default([]),
    email: text().notNull(),
    driver_license: text().$type<Sealed>(),
    /** `YYYY-MM-DD` */
    date_of_birth: text().$type<Sealed>().notNull(),
    education_level: text().notNull(),
    work_location: text().notNull(),
    position: text().notNull(),
    start_date: day().notNull(),
    salary: text().$type<Sealed>(),
    /** the jobs that the applicant had, as JSON */
    experience: text().$type<Sealed>().notNull(),
    special_skills: text().$type<Sealed>(),
    /** null where this deployment does not ask */
    was_convicted: text().$type<Sealed>(),
    charges: text().$type<Sealed>(),
    /** the bait was taken: kept apart and not mailed until staff release it */
    trapped_at: instant(),
    read_at: instant(),
    handled_at: instant(),
    handled_by_id: rowRef().references(() => users.id),
  },
  (t) => [
    index('job_applications_fingerprint').on(t.fingerprint),
    index('job_applications_created').on(t.created_at),
  ],
);

/** What staff wrote about an application. */
export const jobApplicationNotes = pgTable(
  'job_application_notes',
  {
    id: rowId(),
    application_id: rowRef()
      .notNull()
      .references(() => jobApplications.id, { onDelete: 'cascade' }),
    author_id: rowRef()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('job_application_notes_application').on(t.application_id)],
);

// Applicants have no account: their rows are deleted a year after the application.
export const jobApplicationsErasure = rowsDeleted(jobApplications, 'end');

export const jobApplicationNotesErasure = rowsDeleted(jobApplicationNotes, 'end');
