import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { users } from '../accounts/accounts.ts';
import { bytes, centsColumn, day, instant, rowId, rowRef } from '../columns.ts';
import { routes } from '../catalog/routes.ts';
import { students } from '../students.ts';
import { rowsDeleted } from '../erasure.ts';
import { orders } from './orders.ts';

/**
 * A draft that a family has printed in order to pay by check: what it chose, what the paper says, and the
 * code by which the office finds it when the envelope comes (MB13). It is no order and keeps no seat. The
 * same choice printed again is the same row. It is deleted when it expires, or by the family; a check that
 * was put aside keeps it (OF4.3).
 */
export const printedContracts = pgTable(
  'printed_contracts',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    student_id: rowRef()
      .notNull()
      .references(() => students.id),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    /** 60 random bits, as people type them */
    code: text().notNull().unique(),
    /**
     * the body of an order without its payment, as JSON: priced again on the day on which the check is
     * received; sealed, as is what the paper says (H14)
     */
    selection: text().$type<Sealed>().notNull(),
    /** names, address, ride, price of its day and texts, as JSON */
    facts: text().$type<Sealed>().notNull(),
    printed_at: instant().notNull(),
    expires_on: day().notNull(),
    /** the check that came with the paper, and is to be talked about with the family (OF4.3) */
    received_on: day(),
    check_reference: text(),
    received_cents: centsColumn(),
    put_aside_note: text(),
    put_aside_by_id: rowRef().references(() => users.id),
    put_aside_at: instant(),
    /** the order that staff made of it; the code is used up (OF4.4) */
    order_id: rowRef().references(() => orders.id),
  },
  (t) => [
    index('printed_contracts_user').on(t.user_id),
    index('printed_contracts_expiry').on(t.expires_on),
    index('printed_contracts_aside')
      .on(t.put_aside_at)
      .where(sql`${t.put_aside_at} is not null and ${t.order_id} is null`),
    check('printed_contracts_code', sql`${t.code} ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$'`),
  ],
);

export const printedContractsErasure = rowsDeleted(printedContracts, 'account');

/** A code whose draft is no longer kept: what the office reads when the envelope comes late (OF4.1). */
export const expiredCodes = pgTable('expired_codes', {
  /** SHA-256 of the code */
  code_hash: bytes().primaryKey(),
  printed_on: day().notNull(),
  /** the number of the order made of the printed contract */
  contract_number: text(),
});
