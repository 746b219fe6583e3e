import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { LIVE_ORDERS, ORDER_STATUSES } from '#modules/orders/order.states.ts';
import { centsColumn, instant, listed, rowId, rowRef } from '../columns.ts';
import { users } from '../accounts/accounts.ts';
import { paymentTerms, routeDiscounts, routes } from '../catalog/routes.ts';
import { periodPrograms, periods, products, programGrades, programGroups } from '../catalog/catalog.ts';
import { students } from '../students.ts';
import { erased, erasedAtEnd, erasureOf, keptFor } from '../erasure.ts';

export { LIVE_ORDERS, ORDER_STATUSES, type OrderStatus } from '#modules/orders/order.states.ts';

/** Indexes find these orders, so each list asks by this text. */
export const isOwing = ({ owed_cents }: { owed_cents: AnyColumn | SQL }): SQL => sql`${owed_cents} > 0`;

/** The index of special requests has this text. */
export const hasSpecialRequest = ({ special_request }: { special_request: AnyColumn | SQL }): SQL =>
  sql`trim(${special_request}) <> ''`;

/**
 * A family's purchase. `awaiting_aid` holds the seat until the office has confirmed the aid (A6),
 * `awaiting_check` until the office has received the check or cash (OF3.7), `pending_payment` while the
 * first charge is on its way; `active` and `payment_failed` are the two ways out of that; `cancelled` is
 * staff's (M4, M11).
 */
export const orders = pgTable(
  'orders',
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
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    product_id: rowRef()
      .notNull()
      .references(() => products.id),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    past_due: boolean().notNull().default(false),
    /** payments of an active order neither paid nor cancelled; triggers keep the sum (decision 208) */
    owed_cents: centsColumn()
      .notNull()
      .default(sql`0`),
    /**
     * what the family left for the later payments when nothing was due today (M5), and what pays the first
     * one of an order that awaits its aid; null for nothing.
     * The migration has its foreign key: the file of payment methods imports this one.
     */
    left_method_id: rowRef(),
    /**
     * signed on paper, which authorizes no charge: later payments are charged only to a method that the
     * family chooses after the signing (decision 205)
     */
    is_on_paper: boolean().notNull().default(false),
    /** the client's Idempotency-Key, else one made from the body and the minute (O3) */
    client_key: text().notNull(),
    request_hash: text().notNull(),
    /** the quote as signed: lines, rates and settings; never recomputed (C4, O8) */
    price_snapshot: jsonb().notNull(),
    created_at: instant().notNull(),
    activated_at: instant(),
    ended_at: instant(),
  },
  (t) => [
    unique('orders_client_key').on(t.user_id, t.client_key),
    uniqueIndex('one_live_order')
      .on(t.student_id, t.route_id)
      .where(sql`${t.status} in ${listed(LIVE_ORDERS)}`),
    // Which families have no contract of a season.
    index('orders_user').on(t.user_id, t.status, t.period_id),
    // Narrow, where a row of orders is wide: what counts or joins every active order reads this alone.
    index('orders_active')
      .on(t.user_id, t.id)
      .where(sql`${t.status} = 'active'`),
    // Families that owe, and orders by the amount due.
    index('orders_owing_user').on(t.user_id, t.owed_cents).where(isOwing(t)),
    index('orders_owing').on(t.owed_cents, t.id).where(isOwing(t)),
    check('orders_owed', sql`${t.owed_cents} >= 0`),
    // The report and the list of a season read its contracts alone; the overview counts them by this alone.
    index('orders_season').on(t.period_id, t.id, t.activated_at, t.status, t.program_group_id),
    // Which contracts are older than the details of their student.
    index('orders_active_student')
      .on(t.student_id, t.created_at, t.period_id, t.id)
      .where(sql`${t.status} = 'active'`),
    // Every list of students and every checkout counts the contracts of a student; lists read the newest one.
    index('orders_student').on(t.student_id, t.id.desc().nullsFirst(), t.status, t.route_id),
    // The order of the office's list by route.
    index('orders_route').on(t.route_id, t.id),
    index('orders_signed').on(t.created_at),
  ],
);

/** What was signed: the contract of an order, with everything it names copied into it (O8). */
export const contracts = pgTable(
  'contracts',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .unique()
      .references(() => orders.id),
    /** issued when the first transaction succeeds (O6) */
    contract_number: text().unique(),
    period_program_id: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    grade_id: rowRef().references(() => programGrades.id),
    payment_term_id: rowRef()
      .notNull()
      .references(() => paymentTerms.id),
    pickup_north: text(),
    pickup_cross: text(),
    special_request: text(),
    notes: text(),
    notes_additional: text(),
    /** term total without add-ons and discounts (M2) */
    base_contract_cost_cents: centsColumn().notNull(),
    /** of the snapshot, beside it so that a report of a season opens none; a function of the migration */
    addons_cents: centsColumn()
      .notNull()
      .generatedAlwaysAs(sql`signed_addons_cents(snapshot)`),
    /** student, guardians, address, program, grade, route, term, add-ons, discounts, aid, as signed */
    snapshot: jsonb().notNull(),
    created_at: instant().notNull(),
    /** when its years were over and the people were taken out of it (H11) */
    erased_at: instant(),
  },
  // By what staff search.
  (t) => [
    index('contracts_search').using('gin', sql`${t.contract_number} gin_trgm_ops`),
    index('contracts_by_number').on(sql`coalesce(${t.contract_number}, '')`, t.order_id),
    // What the worklist looks for among all contracts.
    index('contracts_special_request').on(t.order_id).where(hasSpecialRequest(t)),
    index('contracts_program').on(t.period_program_id, t.order_id),
    // The order of the office's list of students by grade.
    index('contracts_grade').on(t.grade_id, t.order_id),
  ],
);

/** The last number given out for a period and group; locked while the next one is taken (O6). */
export const contractNumberCounters = pgTable(
  'contract_number_counters',
  {
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    last_number: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.period_id, t.program_group_id] })],
);

/** The discount that a contract was signed with, and the sibling's contract that earned it. */
export const contractDiscounts = pgTable(
  'contract_discounts',
  {
    id: rowId(),
    contract_id: rowRef()
      .notNull()
      .references(() => contracts.id),
    route_discount_id: rowRef()
      .notNull()
      .references(() => routeDiscounts.id),
    contract_number: text().notNull(),
    amount_cents: centsColumn().notNull(),
  },
  (t) => [index('contract_discounts_contract').on(t.contract_id)],
);

/** The signed price without the names of the cards and accounts that were to pay later. */
const PRICE_WITHOUT_METHODS = sql`case when jsonb_typeof(price_snapshot -> 'later') = 'array'
  then jsonb_set(price_snapshot, '{later}', coalesce(
    (select jsonb_agg(one || '{"method": null}' order by nr)
      from jsonb_array_elements(price_snapshot -> 'later') with ordinality as later (one, nr)), '[]'))
  else price_snapshot end`;

export const ordersErasure = erasureOf(
  orders,
  {
    ...keptFor('the books: ids, states and days', [
      'id',
      'user_id',
      'student_id',
      'route_id',
      'period_id',
      'program_group_id',
      'product_id',
      'status',
      'past_due',
      'owed_cents',
      'left_method_id',
      'is_on_paper',
      'created_at',
      'activated_at',
      'ended_at',
    ]),
    ...keptFor('a checkout that is sent again finds its order; a hash names nobody', [
      'client_key',
      'request_hash',
    ]),
    price_snapshot: erasedAtEnd(PRICE_WITHOUT_METHODS),
  },
  { notCopied: ['client_key', 'request_hash'] },
);

export const contractsErasure = erasureOf(contracts, {
  ...keptFor('the books: ids, numbers, sums and days', [
    'id',
    'order_id',
    'contract_number',
    'period_program_id',
    'grade_id',
    'payment_term_id',
    'base_contract_cost_cents',
    'addons_cents',
    'created_at',
    'erased_at',
  ]),
  ...keptFor('erase-orders.queries.ts takes the people out of the signed text', ['snapshot']),
  pickup_north: erasedAtEnd(null),
  pickup_cross: erasedAtEnd(null),
  special_request: erasedAtEnd(null),
  notes: erased(null),
  notes_additional: erased(null),
});

export const contractDiscountsErasure = erasureOf(
  contractDiscounts,
  keptFor('the books: sums and the number of the contract that earned the discount', [
    'id',
    'contract_id',
    'route_discount_id',
    'contract_number',
    'amount_cents',
  ]),
);
