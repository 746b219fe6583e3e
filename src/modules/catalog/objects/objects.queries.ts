import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  is,
  isNotNull,
  sql,
  SQL,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { options } from '#db/tables/accounts/accounts.ts';
import {
  company,
  divisions,
  paymentTypeSurcharges,
  periodProgramGroups,
  periodPrograms,
  periods,
  printableContracts,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog/catalog.ts';
import { contentBlocks, newsItems } from '#db/tables/catalog/content.ts';
import { contracts } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import { AFTER, BEFORE } from '#platform/audit/audit.ts';
import {
  addons,
  financialAidCodes,
  paymentTerms,
  routeDiscounts,
  routes,
} from '#db/tables/catalog/routes.ts';
import { seatHolds } from '#db/tables/seats.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { drawIds } from '#platform/db/sealed-rows.ts';
import { deleteRows, insertRows, updateRows, writtenTables, type Row } from '#platform/db/save-row.ts';
import type { PromisedSeats } from './catalog-rules.ts';
import { OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';

type Stored = { table: PgTable; /** the column of the object above */ parent?: string };

const TABLES: Record<ObjectKind, Stored> = writtenTables({
  company: { table: company },
  division: { table: divisions },
  program_group: { table: programGroups },
  program: { table: programs, parent: 'program_group_id' },
  grade: { table: programGrades, parent: 'program_id' },
  period: { table: periods },
  period_group: { table: periodProgramGroups, parent: 'period_id' },
  printable: { table: printableContracts, parent: 'period_program_group_id' },
  period_program: { table: periodPrograms, parent: 'period_id' },
  surcharge: { table: paymentTypeSurcharges, parent: 'period_program_id' },
  route: { table: routes, parent: 'period_program_id' },
  payment_term: { table: paymentTerms, parent: 'route_id' },
  addon: { table: addons, parent: 'route_id' },
  discount: { table: routeDiscounts, parent: 'route_id' },
  aid_code: { table: financialAidCodes, parent: 'period_program_id' },
  content_block: { table: contentBlocks },
  news_item: { table: newsItems },
});

export const tableName = (kind: ObjectKind): string => getTableName(TABLES[kind].table);

const TABLE_NAMES = new Set(Object.values(TABLES).map(({ table }) => getTableName(table)));

/** True for a table that holds objects of the catalog. */
export const isTableOfObjects = (name: string): boolean => TABLE_NAMES.has(name);

export const parentColumn = (kind: ObjectKind): string | undefined => TABLES[kind].parent;

export const hasColumn = (kind: ObjectKind, name: string): boolean =>
  name in getTableColumns(TABLES[kind].table);

/** The column of a field: cents, thousandths of a percent and references say so in their names. */
export function columnOf(kind: ObjectKind, field: string): string | undefined {
  const names = [field, `${field}_cents`, `${field}_milli_percent`, `${field}_id`];
  return names.find((name) => hasColumn(kind, name));
}

export const isTextColumn = (kind: ObjectKind, name: string): boolean =>
  getTableColumns(TABLES[kind].table)[name]?.dataType === 'string';

/** Draws ids from the sequence of a kind, for objects that are written afterwards. */
export const drawObjectIds = (tx: Tx, kind: ObjectKind, n: number): Promise<number[]> =>
  drawIds(tx, tableName(kind), n);

const keyOfRows = (kind: ObjectKind) => (kind === 'company' ? 'only_row' : 'id');

export const insertObjects = (tx: Tx, kind: ObjectKind, values: readonly Row[]) =>
  insertRows(tx, TABLES[kind].table, values);

export const updateObjects = (tx: Tx, kind: ObjectKind, values: readonly Row[]) =>
  updateRows(tx, TABLES[kind].table, { key: keyOfRows(kind), values });

export const deleteObjects = (tx: Tx, kind: ObjectKind, ids: readonly number[]) =>
  deleteRows(tx, TABLES[kind].table, ids);

/** Every object of a kind, in the order of its siblings. */
export function listObjects(tx: Tx, kind: ObjectKind): Promise<Row[]> {
  const { table } = TABLES[kind];
  const { position, id } = getTableColumns(table);
  const inOrder = [position, id].flatMap((column) => (column ? [asc(column)] : []));
  return tx
    .select()
    .from(table)
    .orderBy(...inOrder);
}

/** A row as the database would read it, with the defaults of its columns. */
export function wholeRow(kind: ObjectKind, row: Row): Row {
  const columns = Object.entries(getTableColumns(TABLES[kind].table));
  const empty = columns.map(([name, column]): [string, unknown] => [
    name,
    column.default === undefined || is(column.default, SQL) ? null : column.default,
  ]);
  return { ...Object.fromEntries(empty), ...row };
}

/** The ids of the options of payments by their keys. */
export async function listOptionIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.select({ id: options.id, key: options.key }).from(options);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** All objects of the catalog by kind, in the order of their siblings, and the ids of options by key. */
export type AllObjects = {
  rowsOf: (kind: ObjectKind) => readonly Row[];
  options: ReadonlyMap<string, number>;
};

/**
 * Reads the catalog in one round trip.
 * @param only  the kinds to read; other kinds are then empty
 */
export async function readAllObjects(
  tx: Tx,
  only: readonly ObjectKind[] = OBJECT_KINDS,
): Promise<AllObjects> {
  const [options, lists] = await atOnce([
    listOptionIds(tx),
    atOnce(only.map((kind) => listObjects(tx, kind))),
  ]);
  const byKind = new Map(only.map((kind, at) => [kind, lists[at]!]));
  return { options, rowsOf: (kind) => byKind.get(kind) ?? [] };
}

/** What staff have written of objects, by the audit log: the values by column, oldest first, by subject. */
export async function listStaffDetails(tx: Tx, subjects: readonly string[]): Promise<Map<string, Row[]>> {
  const rows = await tx
    .select({ subject: sql<string>`lower(${auditLog.subject})`, detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(
        sql`lower(${auditLog.subject}) = any(${sql.param(subjects)}::text[])`,
        isNotNull(auditLog.actor_id),
      ),
    )
    .orderBy(asc(auditLog.id));
  const bySubject = new Map<string, Row[]>();
  for (const { subject, detail } of rows) {
    // Entries of before HE2.1 have the values beside the rest.
    const { [BEFORE]: _, [AFTER]: after, ...rest } = detail;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), { ...rest, ...(after as Row | undefined) }]);
  }
  return bySubject;
}

/** The seats sold on a route, whose row stays locked: every hold locks this row first. */
export async function lockSeatsTaken(tx: Tx, route_id: number): Promise<number> {
  const [row] = await tx
    .select({ taken: routes.seats_taken })
    .from(routes)
    .where(eq(routes.id, route_id))
    .for('no key update');
  return row!.taken;
}

/** The uses of an aid code, whose row stays locked. */
export async function lockUses(tx: Tx, aid_code_id: number): Promise<number> {
  const [row] = await tx
    .select({ uses: financialAidCodes.uses })
    .from(financialAidCodes)
    .where(eq(financialAidCodes.id, aid_code_id))
    .for('no key update');
  return row!.uses;
}

/** True once a contract is signed; then the days of the portal stay those of its time zone. */
export async function hasContracts(tx: Tx): Promise<boolean> {
  const [found] = await tx.select({ id: contracts.id }).from(contracts).limit(1);
  return found !== undefined;
}

/** The PDFs of routes with one of these names that contracts were signed with. */
export async function listSignedPdfs(db: Db, names: readonly string[]) {
  const pdf = sql<string>`${contracts.snapshot} #>> '{route,contract_pdf}'`;
  return db
    .selectDistinct({
      period: sql<string>`${contracts.snapshot} #>> '{period,name}'`,
      program: sql<string>`${contracts.snapshot} #>> '{program,name}'`,
      contract_pdf: pdf,
    })
    .from(contracts)
    .where(inArray(pdf, [...names]));
}

export async function countKept(tx: Tx, route_id: number, now: Date): Promise<Omit<PromisedSeats, 'sold'>> {
  const isCheckout = eq(seatHolds.kind, 'checkout');
  const counted = (isIt: SQL) => sql<number>`count(*) filter (where ${isIt})::int`;
  const [kept] = await tx
    .select({ held: counted(isCheckout), offered: counted(sql`not ${isCheckout}`) })
    .from(seatHolds)
    .where(and(eq(seatHolds.route_id, route_id), gt(seatHolds.held_until, now)));
  return kept!;
}
