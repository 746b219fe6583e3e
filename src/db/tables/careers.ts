import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { users } from './accounts.ts';
import { day, instant, rowId, rowRef } from './columns.ts';

/** One job that an applicant had, as it was typed; days as `YYYY-MM-DD`. */
export type StoredExperience = {
  employer: string;
  job_title: string;
  start_date: string | null;
  end_date: string | null;
  responsibilities: string | null;
  reason_for_leaving: string | null;
};

/** A job application, kept for a year (reliability 5.6). */
export const jobApplications = pgTable(
  'job_applications',
  {
    id: rowId(),
    createdAt: instant().notNull(),
    /** hash of the press of the button; a repeated press finds its application */
    requestKey: text().unique(),
    /** of what was typed, without what is sealed: tells another application from the same one */
    fingerprint: text().notNull(),
    name: text().notNull(),
    addressLine1: text('address_line_1').notNull(),
    addressLine2: text('address_line_2'),
    phoneMobile: text().notNull(),
    email: text().notNull(),
    /** sealed, as are the answer about convictions and the charges (reliability 5.6) */
    driverLicense: text().$type<Sealed>(),
    dateOfBirth: day().notNull(),
    educationLevel: text().notNull(),
    workLocation: text().notNull(),
    position: text().notNull(),
    startDate: day().notNull(),
    salary: text(),
    experience: jsonb().$type<StoredExperience[]>().notNull(),
    specialSkills: text(),
    /** null where this deployment does not ask */
    wasConvicted: text().$type<Sealed>(),
    charges: text().$type<Sealed>(),
    /** the bait was taken: kept apart, mailed to nobody, until staff release it */
    trappedAt: instant(),
    readAt: instant(),
    handledAt: instant(),
    handledById: rowRef().references(() => users.id),
  },
  (t) => [
    index('job_applications_fingerprint').on(t.fingerprint),
    index('job_applications_created').on(t.createdAt),
  ],
);

/** What staff wrote about an application. */
export const jobApplicationNotes = pgTable(
  'job_application_notes',
  {
    id: rowId(),
    applicationId: rowRef()
      .notNull()
      .references(() => jobApplications.id, { onDelete: 'cascade' }),
    authorId: rowRef()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index('job_application_notes_application').on(t.applicationId)],
);
