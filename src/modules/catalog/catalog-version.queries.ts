import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { options } from '#db/tables/accounts.ts';
import {
  catalogVersion,
  company,
  divisions,
  paymentTypeSurcharges,
  periodProgramGroups,
  periodPrograms,
  periods,
  printableContracts,
  products,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog.ts';
import { addons, paymentTerms, routeDiscounts, routes } from '#db/tables/routes.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

// The lock of the triggers that raise the version: see the migration catalog_version.
const CATALOG_LOCK = 7_203_121;

/**
 * Waits for orders being signed, and blocks new orders and other imports until the transaction ends. Call
 * before locking the first row, to avoid a deadlock between import and order.
 */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`);
}

const versionNow = prepared((db) => db.select({ version: catalogVersion.version }).from(catalogVersion));

export async function readCatalogVersion(db: Db): Promise<string> {
  const [row] = await versionNow(db, {});
  return row!.version;
}

const versionHeld = prepared((db) =>
  db.execute<{ version: string }>(sql`select hold_catalog_version() as version`),
);

/** Blocks commits of catalog writes until the transaction ends. */
export async function holdCatalogVersion(tx: Tx): Promise<string> {
  const { rows } = await versionHeld(tx, {});
  return rows[0]!.version;
}

type Rows<T extends PgTable> = readonly Readonly<T['$inferSelect']>[];

/** All rows of the catalog, in order of ids; without the seats sold. */
export type CatalogRows = {
  version: string;
  company: Rows<typeof company>;
  products: Rows<typeof products>;
  divisions: Rows<typeof divisions>;
  periods: readonly Readonly<
    Omit<typeof periods.$inferSelect, 'published_at'> & {
      /** not published: families and visitors see nothing of it (SE3.12) */
      is_draft: boolean;
    }
  >[];
  program_groups: Rows<typeof programGroups>;
  programs: Rows<typeof programs>;
  program_grades: Rows<typeof programGrades>;
  period_program_groups: Rows<typeof periodProgramGroups>;
  printable_contracts: Rows<typeof printableContracts>;
  period_programs: Rows<typeof periodPrograms>;
  payment_type_surcharges: Rows<typeof paymentTypeSurcharges>;
  routes: readonly Readonly<Omit<typeof routes.$inferSelect, 'seats_taken'>>[];
  payment_terms: Rows<typeof paymentTerms>;
  addons: Rows<typeof addons>;
  route_discounts: Rows<typeof routeDiscounts>;
  options: Rows<typeof options>;
};

const rowsOf = (table: PgTable, but: SQL = sql``): SQL =>
  sql`(select coalesce(json_agg(to_jsonb(t) ${but} order by t.id), '[]') from ${table} t)`;

const IS_DRAFT = sql`- 'published_at' || jsonb_build_object('is_draft', t.published_at is null)`;

// A single statement reads a single version. Days come as text and cents as numbers, as from the columns.
const LOAD = sql`select (select version from ${catalogVersion}) as version,
  (select coalesce(json_agg(t), '[]') from ${company} t) as company,
  ${rowsOf(products)} as products,
  ${rowsOf(divisions)} as divisions,
  ${rowsOf(periods, IS_DRAFT)} as periods,
  ${rowsOf(programGroups)} as program_groups,
  ${rowsOf(programs)} as programs,
  ${rowsOf(programGrades)} as program_grades,
  ${rowsOf(periodProgramGroups)} as period_program_groups,
  ${rowsOf(printableContracts)} as printable_contracts,
  ${rowsOf(periodPrograms)} as period_programs,
  ${rowsOf(paymentTypeSurcharges)} as payment_type_surcharges,
  ${rowsOf(routes, sql`- 'seats_taken'`)} as routes,
  ${rowsOf(paymentTerms)} as payment_terms,
  ${rowsOf(addons)} as addons,
  ${rowsOf(routeDiscounts)} as route_discounts,
  ${rowsOf(options)} as options`;

export async function loadCatalogRows(db: Db): Promise<CatalogRows> {
  const { rows } = await db.execute<CatalogRows>(LOAD);
  return rows[0]!;
}
