import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DIFFERENCE_CLASSES, DIFFERENCE_KINDS } from '#modules/billing/reconciliation/difference.states.ts';
import { centsColumn, day, instant, rowId, rowRef } from '#db/tables/columns.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { erased, erasureOf, keptFor } from '#db/tables/erasure.ts';

/** One comparison of our books with the processor's; it repairs nothing. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: rowId(),
    began_at: instant().notNull(),
    ended_at: instant().notNull(),
    /** false when the processor could not be read, so that nothing was compared */
    is_whole: boolean().notNull(),
    /** what we say that the processor holds for us; null when nothing was compared */
    ledger_cents: centsColumn(),
    /** its balance; null also when it changed while it was read */
    balance_cents: centsColumn(),
    /** what of the balance has not arrived */
    on_its_way_cents: centsColumn(),
    /** differences that nobody has explained, after it */
    open_count: integer().notNull(),
    /** what they come to, theirs less ours */
    open_cents: centsColumn().notNull(),
  },
  (t) => [index('reconciliation_runs_ended').on(t.ended_at)],
);

/**
 * Something of which our books and the processor's do not say the same, as long as they do not. One that
 * comes back after it was gone is another row.
 */
export const reconciliationDifferences = pgTable(
  'reconciliation_differences',
  {
    id: rowId(),
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
    class: text({ enum: DIFFERENCE_CLASSES }).notNull(),
    /** the processor's name of the charge, refund or line */
    ref: text().notNull(),
    ours_cents: centsColumn().notNull(),
    theirs_cents: centsColumn().notNull(),
    /** when it happened, by whichever side has it */
    happened_at: instant().notNull(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    /** the day on which both sides were found to say the same */
    gone_on: day(),
    /** when a member of staff last had the processor asked again about it */
    taken_in_at: instant(),
    explained_at: instant(),
    explained_by_id: rowRef().references(() => users.id),
    explanation: text(),
  },
  (t) => [
    uniqueIndex('one_open_difference')
      .on(t.class, t.ref)
      .where(sql`${t.gone_on} is null`),
    index('reconciliation_differences_gone').on(t.gone_on),
  ],
);

export const reconciliationDifferencesErasure = erasureOf(reconciliationDifferences, {
  ...keptFor("the books: where the processor's books differ from ours, by its own names", [
    'id',
    'kind',
    'class',
    'ref',
    'ours_cents',
    'theirs_cents',
    'happened_at',
    'first_seen_at',
    'last_seen_at',
    'gone_on',
    'taken_in_at',
    'explained_at',
    'explained_by_id',
  ]),
  // A difference that was explained has an explanation, also an erased one.
  explanation: erased(sql`case when explanation is null then null else '' end`),
});
