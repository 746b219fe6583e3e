import { sql } from 'drizzle-orm';
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
import { bytes, centsColumn, instant, rowId, rowRef } from './columns.ts';
import { users } from './accounts.ts';
import { financialAidCodes, paymentTerms, routeDiscounts, routes } from './routes.ts';
import { periodPrograms, periods, products, programGrades, programGroups } from './catalog.ts';
import { students } from './students.ts';

export const ORDER_STATUSES = ['pending_payment', 'active', 'payment_failed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * A family's purchase. `pending_payment` holds the seat while the first charge is on its way;
 * `active` and `payment_failed` are the two ways out; `cancelled` is staff's (M4, M11).
 */
export const orders = pgTable(
  'orders',
  {
    id: rowId(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    studentId: rowRef()
      .notNull()
      .references(() => students.id),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    periodId: rowRef()
      .notNull()
      .references(() => periods.id),
    programGroupId: rowRef()
      .notNull()
      .references(() => programGroups.id),
    productId: rowRef()
      .notNull()
      .references(() => products.id),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    pastDue: boolean().notNull().default(false),
    /** the client's Idempotency-Key, else one made from the body and the minute (O3) */
    clientKey: text().notNull(),
    requestHash: text().notNull(),
    /** the quote as signed: lines, rates and settings; never recomputed (C4, O8) */
    priceSnapshot: jsonb().notNull(),
    createdAt: instant().notNull(),
    activatedAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    unique('orders_client_key').on(t.userId, t.clientKey),
    uniqueIndex('one_live_order')
      .on(t.studentId, t.routeId)
      .where(sql`${t.status} in ('pending_payment', 'active')`),
    index('orders_user').on(t.userId),
  ],
);

/** What was signed: the contract of an order, with everything it names copied into it (O8). */
export const contracts = pgTable('contracts', {
  id: rowId(),
  orderId: rowRef()
    .notNull()
    .unique()
    .references(() => orders.id),
  /** issued when the first transaction succeeds (O6) */
  contractNumber: text().unique(),
  periodProgramId: rowRef()
    .notNull()
    .references(() => periodPrograms.id),
  gradeId: rowRef().references(() => programGrades.id),
  paymentTermId: rowRef()
    .notNull()
    .references(() => paymentTerms.id),
  pickupNorth: text(),
  pickupCross: text(),
  specialRequest: text(),
  notes: text(),
  notesAdditional: text(),
  /** term total without add-ons and discounts (M2) */
  baseContractCostCents: centsColumn().notNull(),
  /** student, guardians, address, program, grade, route, term, add-ons, discounts, aid, as signed */
  snapshot: jsonb().notNull(),
  createdAt: instant().notNull(),
});

/** The last number given out for a period and group; locked while the next one is taken (O6). */
export const contractNumberCounters = pgTable(
  'contract_number_counters',
  {
    periodId: rowRef()
      .notNull()
      .references(() => periods.id),
    programGroupId: rowRef()
      .notNull()
      .references(() => programGroups.id),
    lastNumber: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.periodId, t.programGroupId] })],
);

/** The discount that a contract was signed with, and the sibling's contract that earned it. */
export const contractDiscounts = pgTable(
  'contract_discounts',
  {
    id: rowId(),
    contractId: rowRef()
      .notNull()
      .references(() => contracts.id),
    routeDiscountId: rowRef()
      .notNull()
      .references(() => routeDiscounts.id),
    contractNumber: text().notNull(),
    amountCents: centsColumn().notNull(),
  },
  (t) => [index('contract_discounts_contract').on(t.contractId)],
);

/** Financial aid as applied: what the parent pays in total for the year (A1). */
export const contractFinancialAid = pgTable('contract_financial_aid', {
  id: rowId(),
  contractId: rowRef()
    .notNull()
    .unique()
    .references(() => contracts.id),
  financialAidCodeId: rowRef()
    .notNull()
    .references(() => financialAidCodes.id),
  code: text().notNull(),
  amountCents: centsColumn().notNull(),
  /** true when the code carries no awarded amount: staff confirm it (A6) */
  toConfirm: boolean().notNull(),
  notes: text(),
});

/** A text that somebody accepted, kept by its hash for as long as a contract points at it (O4). */
export const acceptedTexts = pgTable('accepted_texts', {
  hash: bytes().primaryKey(),
  html: text().notNull(),
  createdAt: instant().notNull(),
});

/** Evidence of an acceptance: which text, who, when, from where (O4). */
export const acceptances = pgTable(
  'acceptances',
  {
    id: rowId(),
    orderId: rowRef()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['contract', 'ach', 'surge'] }).notNull(),
    textHash: bytes()
      .notNull()
      .references(() => acceptedTexts.hash),
    version: text().notNull(),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    ip: text().notNull(),
    userAgent: text().notNull(),
    acceptedAt: instant().notNull(),
  },
  (t) => [unique('acceptances_once').on(t.orderId, t.kind)],
);

const REFUND_STATUSES = ['requested', 'in_work', 'under_way', 'finished', 'declined'] as const;

/**
 * How a refund reaches the family: a check, the drivers' fund, or the card or bank account that paid (R2).
 */
const REFUND_CHANNELS = ['check', 'driver_fund', 'processor'] as const;

/**
 * A family asks for its money back, once an order: which text it agreed to, what staff made of it, and
 * when. Type 0 is a check to the home address, 1 the driver fund (R2).
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: rowId(),
    orderId: rowRef()
      .notNull()
      .unique()
      .references(() => orders.id),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    type: integer().notNull(),
    textHash: bytes()
      .notNull()
      .references(() => acceptedTexts.hash),
    ip: text().notNull(),
    userAgent: text().notNull(),
    requestedAt: instant().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default('requested'),
    takenUpById: rowRef().references(() => users.id),
    takenUpAt: instant(),
    decidedById: rowRef().references(() => users.id),
    /** staff's last word: what is done, or why not */
    decidedAt: instant(),
    endedAt: instant(),
    way: text({ enum: REFUND_CHANNELS }),
    amountCents: centsColumn(),
    checkNumber: text(),
    reason: text(),
    /** how often the processor refused a part of it; each try has a key of its own (I13) */
    tries: integer().notNull().default(0),
  },
  (t) => [
    check('refund_requests_type', sql`${t.type} in (0, 1)`),
    check(
      'refund_requests_ended',
      sql`(${t.status} in ('finished', 'declined')) = (${t.endedAt} is not null)`,
    ),
    index('refund_requests_open')
      .on(t.status)
      .where(sql`${t.status} not in ('finished', 'declined')`),
  ],
);

/** A family approves that its contract passes to another company; evidence alone, nothing else moves (R3). */
export const reassignApprovals = pgTable('reassign_approvals', {
  id: rowId(),
  orderId: rowRef()
    .notNull()
    .unique()
    .references(() => orders.id),
  userId: rowRef()
    .notNull()
    .references(() => users.id),
  textHash: bytes()
    .notNull()
    .references(() => acceptedTexts.hash),
  ip: text().notNull(),
  userAgent: text().notNull(),
  requestedAt: instant().notNull(),
});
