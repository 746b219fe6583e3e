import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { AWARD_KINDS } from '#modules/aid/award.states.ts';
import { users } from './accounts/accounts.ts';
import { periods, programGroups } from './catalog/catalog.ts';
import { centsColumn, day, instant, rateColumn, rowId, rowRef } from './columns.ts';
import { erasedWithAccount, erasureOf, keptFor } from './erasure.ts';
import { financialAidCodes } from './catalog/routes.ts';
import { students } from './students.ts';

/**
 * Aid that a school grants one child for a school year (OF7). The code row is made when a contract is signed
 * with the award; while the row has a use, the award is used.
 */
export const aidAwards = pgTable(
  'aid_awards',
  {
    id: rowId(),
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    first_name: text().notNull(),
    last_name: text().notNull(),
    grade_text: text(),
    date_of_birth: text().$type<Sealed>(),
    contact_email: text().$type<Sealed>(),
    kind: text({ enum: AWARD_KINDS }).notNull(),
    amount_cents: centsColumn(),
    milli_percent: rateColumn(),
    note: text(),
    expires_on: day(),
    /** the order waits for the office (A6) */
    needs_confirmation: boolean().notNull().default(false),
    student_id: rowRef().references(() => students.id),
    /** for a family whose child was not found */
    code: text().notNull(),
    financial_aid_code_id: rowRef().references(() => financialAidCodes.id),
    made_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    made_at: instant().notNull(),
    ended_at: instant(),
    end_reason: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check(
      'aid_awards_sum',
      sql`(${t.kind} = 'share') = (${t.milli_percent} is not null)
        and (${t.kind} = 'share') = (${t.amount_cents} is null)`,
    ),
    check('aid_awards_ended', sql`${t.ended_at} is not null or ${t.end_reason} is null`),
    uniqueIndex('aid_awards_code').on(t.code),
    index('aid_awards_school').on(t.period_id, t.program_group_id),
    index('aid_awards_student').on(t.student_id),
    index('aid_awards_made_by').on(t.made_by_id),
    index('aid_awards_named').on(sql`plain_letters(${t.last_name})`, sql`plain_letters(${t.first_name})`),
  ],
);

/** What a school gives for aid in a school year; no row without a limit (OF7.6). */
export const aidBudgets = pgTable(
  'aid_budgets',
  {
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    amount_cents: centsColumn(),
    version: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.period_id, t.program_group_id] })],
);

export const aidAwardsErasure = erasureOf(aidAwards, {
  ...keptFor('the aid of a school year, without a name', [
    'id',
    'period_id',
    'program_group_id',
    'kind',
    'amount_cents',
    'milli_percent',
    'expires_on',
    'needs_confirmation',
    'student_id',
    'code',
    'financial_aid_code_id',
    'made_by_id',
    'made_at',
    'ended_at',
    'version',
  ]),
  first_name: erasedWithAccount(''),
  last_name: erasedWithAccount(''),
  grade_text: erasedWithAccount(null),
  date_of_birth: erasedWithAccount(null),
  contact_email: erasedWithAccount(null),
  note: erasedWithAccount(null),
  end_reason: erasedWithAccount(null),
});
