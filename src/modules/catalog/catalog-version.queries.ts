import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { options } from '#db/tables/accounts/accounts.ts';
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
} from '#db/tables/catalog/catalog.ts';
import { contentBlocks, newsItems } from '#db/tables/catalog/content.ts';
import { addons, paymentTerms, routeDiscounts, routes } from '#db/tables/catalog/routes.ts';
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
  /** `chosen_period_id`: the current period as set by hand (SE8.4) */
  program_groups: readonly Readonly<
    Omit<typeof programGroups.$inferSelect, 'current_period_id'> & { chosen_period_id: number | null }
  >[];
  programs: Rows<typeof programs>;
  program_grades: Rows<typeof programGrades>;
  /** `is_switched_on`: by staff; whether the school sells is a question of the hour too (SE8.2) */
  period_program_groups: readonly Readonly<
    Omit<typeof periodProgramGroups.$inferSelect, 'is_active'> & { is_switched_on: boolean }
  >[];
  printable_contracts: Rows<typeof printableContracts>;
  period_programs: Rows<typeof periodPrograms>;
  payment_type_surcharges: Rows<typeof paymentTypeSurcharges>;
  routes: readonly Readonly<Omit<typeof routes.$inferSelect, 'seats_taken'>>[];
  payment_terms: Rows<typeof paymentTerms>;
  addons: Rows<typeof addons>;
  route_discounts: Rows<typeof routeDiscounts>;
  options: Rows<typeof options>;
  content_blocks: Rows<typeof contentBlocks>;
  news_items: Rows<typeof newsItems>;
};

const rowsOf = (table: PgTable, but: SQL = sql``): SQL =>
  sql`(select coalesce(json_agg(to_jsonb(t) ${but} order by t.id), '[]') from ${table} t)`;

const IS_DRAFT = sql`- 'published_at' || jsonb_build_object('is_draft', t.published_at is null)`;

const CHOSEN = sql`- 'current_period_id' || jsonb_build_object('chosen_period_id', t.current_period_id)`;
const SWITCHED = sql`- 'is_active' || jsonb_build_object('is_switched_on', t.is_active)`;

// A single statement reads a single version. Days come as text and cents as numbers, as from the columns.
const LOAD = sql`select (select version from ${catalogVersion}) as version,
  (select coalesce(json_agg(t), '[]') from ${company} t) as company,
  ${rowsOf(products)} as products,
  ${rowsOf(divisions)} as divisions,
  ${rowsOf(periods, IS_DRAFT)} as periods,
  ${rowsOf(programGroups, CHOSEN)} as program_groups,
  ${rowsOf(programs)} as programs,
  ${rowsOf(programGrades)} as program_grades,
  ${rowsOf(periodProgramGroups, SWITCHED)} as period_program_groups,
  ${rowsOf(printableContracts)} as printable_contracts,
  ${rowsOf(periodPrograms)} as period_programs,
  ${rowsOf(paymentTypeSurcharges)} as payment_type_surcharges,
  ${rowsOf(routes, sql`- 'seats_taken'`)} as routes,
  ${rowsOf(paymentTerms)} as payment_terms,
  ${rowsOf(addons)} as addons,
  ${rowsOf(routeDiscounts)} as route_discounts,
  ${rowsOf(options)} as options,
  ${rowsOf(contentBlocks)} as content_blocks,
  ${rowsOf(newsItems)} as news_items`;

export async function loadCatalogRows(db: Db): Promise<CatalogRows> {
  const { rows } = await db.execute<CatalogRows>(LOAD);
  const read = rows[0]!;
  return {
    ...read,
    program_groups: read.program_groups.map((row) => ({
      ...row,
      current_set_at: instantOrNone(row.current_set_at),
    })),
    period_program_groups: read.period_program_groups.map((row) => ({
      ...row,
      opens_at: instantOrNone(row.opens_at),
      closes_at: instantOrNone(row.closes_at),
    })),
  };
}

/** JSON has an instant as text. */
const instantOrNone = (read: Date | string | null) => (read === null ? null : new Date(read));
