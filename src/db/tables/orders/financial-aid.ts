import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { AID_CONSEQUENCES, AID_OUTCOMES } from '#modules/orders/aid.states.ts';
import { users } from '../accounts/accounts.ts';
import { centsColumn, instant, rowId, rowRef } from '../columns.ts';
import { contracts } from './orders.ts';
import { financialAidCodes } from '../catalog/routes.ts';
import { erased, erasedAtEnd, erasureOf, keptFor } from '../erasure.ts';

/**
 * Financial aid as applied: what the parent pays in total for the year (A1). Without an award it is a claim,
 * which staff decide once (A6).
 */
export const contractFinancialAid = pgTable(
  'contract_financial_aid',
  {
    id: rowId(),
    contract_id: rowRef()
      .notNull()
      .unique()
      .references(() => contracts.id),
    financial_aid_code_id: rowRef()
      .notNull()
      .references(() => financialAidCodes.id),
    code: text().notNull(),
    amount_cents: centsColumn().notNull(),
    /** true when staff confirm it: the code carries no awarded amount, or asks for it (A6) */
    to_confirm: boolean().notNull(),
    notes: text(),
    /** what staff decided; null while they have not, and for aid that needs no decision */
    outcome: text({ enum: AID_OUTCOMES }),
    /** what a decline meant for the order */
    consequence: text({ enum: AID_CONSEQUENCES }),
    /** why it was declined, as the family reads it */
    reason: text(),
    decided_by_id: rowRef().references(() => users.id),
    decided_at: instant(),
  },
  (t) => [
    check(
      'contract_financial_aid_decided',
      sql`(${t.outcome} is null) = (${t.decided_at} is null)
        and (${t.outcome} is null) = (${t.decided_by_id} is null)`,
    ),
    check(
      'contract_financial_aid_declined',
      sql`(${t.outcome} is not distinct from 'declined') = (${t.reason} is not null)
        and (${t.reason} is null) = (${t.consequence} is null)`,
    ),
    index('contract_financial_aid_open')
      .on(t.id)
      .where(sql`${t.to_confirm} and ${t.outcome} is null`),
    index('contract_financial_aid_decided_at')
      .on(t.id)
      .where(sql`${t.outcome} is not null`),
  ],
);

export const contractFinancialAidErasure = erasureOf(contractFinancialAid, {
  ...keptFor('the books: what was awarded and who decided', [
    'id',
    'contract_id',
    'financial_aid_code_id',
    'code',
    'amount_cents',
    'to_confirm',
    'outcome',
    'consequence',
    'decided_by_id',
    'decided_at',
  ]),
  notes: erasedAtEnd(null),
  // A decline has a reason, also an erased one.
  reason: erased(sql`case when reason is null then null else '' end`),
});
