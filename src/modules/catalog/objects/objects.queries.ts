import { and, asc, eq, getTableColumns, gt, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { options } from '#db/tables/accounts.ts';
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
} from '#db/tables/catalog.ts';
import { contentBlocks } from '#db/tables/content.ts';
import { auditLog } from '#db/tables/platform.ts';
import { addons, financialAidCodes, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import { seatHolds } from '#db/tables/seats.ts';
import { invariant } from '#kit/invariant.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  insertRow,
  lockRow,
  updateRow,
  writtenTables,
  type ChangedField,
  type Row,
} from '#platform/db/save-row.ts';
import type { ObjectKind } from './catalog-objects.ts';
import type { PromisedSeats } from './catalog-rules.ts';

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
});

export const parentColumn = (kind: ObjectKind): string | undefined => TABLES[kind].parent;

export const hasColumn = (kind: ObjectKind, name: string): boolean =>
  name in getTableColumns(TABLES[kind].table);

/** The column of a field: cents, thousandths of a percent and references say so in their names. */
export function columnOf(kind: ObjectKind, field: string): string | undefined {
  const names = [field, `${field}_cents`, `${field}_milli_percent`, `${field}_id`];
  return names.find((name) => hasColumn(kind, name));
}

/** Values of columns that find one row; a folded text is compared without case. */
export type Same = { values: Row; folded?: string };

function conditionOf(kind: ObjectKind, { values, folded }: Same): SQL | undefined {
  const columns = getTableColumns(TABLES[kind].table);
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name];
    invariant(column, `${kind} has the column ${name}`);
    return name === folded ? sql`lower(${column}) = lower(${value})` : eq(column, value);
  });
  return and(...conditions);
}

export const lockObject = (tx: Tx, kind: ObjectKind, same: Same) =>
  lockRow(tx, TABLES[kind].table, conditionOf(kind, same));

export const insertObject = (tx: Tx, kind: ObjectKind, values: Row) =>
  insertRow(tx, TABLES[kind].table, values);

export const updateObject = (
  tx: Tx,
  { kind, same, changes }: { kind: ObjectKind; same: Same; changes: readonly ChangedField[] },
) => updateRow(tx, { table: TABLES[kind].table, same: conditionOf(kind, same), changes });

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

/** The ids of the objects of a kind, or of the options, by the column of the natural key. */
export async function listIds(
  tx: Tx,
  kind: ObjectKind | 'option',
  key: string,
): Promise<Map<string, number>> {
  const table: PgTable = kind === 'option' ? options : TABLES[kind].table;
  const { id, [key]: column } = getTableColumns(table);
  invariant(id && column, `${kind} has an id and ${key}`);
  const rows = await tx.select({ id, key: column }).from(table);
  return new Map(rows.map((row) => [row.key as string, row.id as number]));
}

/** Every hold locks the row of the route first, as a save does. */
/** What staff have written of an object, by the audit log: the values by column, oldest first. */
export async function listStaffDetails(tx: Tx, subject: string): Promise<Row[]> {
  const rows = await tx
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(sql`lower(${auditLog.subject})`, subject), isNotNull(auditLog.actor_id)))
    .orderBy(asc(auditLog.id));
  return rows.map(({ detail }) => detail);
}

export async function countKept(tx: Tx, route_id: number, now: Date): Promise<Omit<PromisedSeats, 'sold'>> {
  const ofKind = (kind: 'checkout' | 'offer') =>
    sql<number>`count(*) filter (where ${seatHolds.kind} = ${kind})::int`;
  const [kept] = await tx
    .select({ held: ofKind('checkout'), offered: ofKind('offer') })
    .from(seatHolds)
    .where(and(eq(seatHolds.route_id, route_id), gt(seatHolds.held_until, now)));
  return kept!;
}

export const listRoutesInOrder = (
  tx: Tx,
  period_program_id: number,
): Promise<{ id: number; name: string }[]> =>
  tx
    .select({ id: routes.id, name: routes.name })
    .from(routes)
    .where(eq(routes.period_program_id, period_program_id))
    .orderBy(asc(routes.position), asc(routes.id));
