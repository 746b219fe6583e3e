import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { day, instant, rowId, rowRef } from './columns.ts';
import { users } from './accounts.ts';

/** An address that a family saved. */
export const addresses = pgTable(
  'addresses',
  {
    id: rowId(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    address: text().notNull(),
    apt: text(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    isActive: boolean().notNull().default(true),
    /** the Idempotency-Key that it was saved under, so that a lost answer saves it once */
    clientKey: text(),
    createdAt: instant().notNull(),
  },
  (t) => [index('addresses_user').on(t.userId), unique('addresses_client_key').on(t.userId, t.clientKey)],
);

/** A child who rides, with the guardians, home and care details that a driver needs. */
export const students = pgTable(
  'students',
  {
    id: rowId(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    sex: text({ enum: ['m', 'f'] }).notNull(),
    dateOfBirth: day().notNull(),
    email: text(),
    phoneHome: text().notNull(),
    phoneMobile: text(),
    hasMedicalConcerns: boolean().notNull().default(false),
    /** sealed, as are the second address and the custody notes (reliability 5.6) */
    medicalConcerns: text().$type<Sealed>(),
    canExitBusAlone: boolean().notNull().default(false),
    addressId: rowRef().references(() => addresses.id),
    address: text().notNull(),
    apt: text(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    guardian1FirstName: text('guardian_1_first_name').notNull(),
    guardian1LastName: text('guardian_1_last_name').notNull(),
    guardian1PhoneMobile: text('guardian_1_phone_mobile').notNull(),
    guardian1Email: text('guardian_1_email').notNull(),
    guardian2FirstName: text('guardian_2_first_name'),
    guardian2LastName: text('guardian_2_last_name'),
    guardian2PhoneMobile: text('guardian_2_phone_mobile'),
    guardian2Email: text('guardian_2_email'),
    isSplitCustody: boolean().notNull().default(false),
    secondAddress: text().$type<Sealed>(),
    custodyNotes: text().$type<Sealed>(),
    /** as an address's */
    clientKey: text(),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (t) => [index('students_user').on(t.userId), unique('students_client_key').on(t.userId, t.clientKey)],
);

/** A photo of a child: a random path in storage, re-encoded, without metadata (U). */
export const studentImages = pgTable(
  'student_images',
  {
    id: rowId(),
    studentId: rowRef()
      .notNull()
      .references(() => students.id),
    path: text().notNull().unique(),
    createdAt: instant().notNull(),
  },
  (t) => [index('student_images_student').on(t.studentId)],
);
