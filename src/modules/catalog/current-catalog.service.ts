import { LRUCache } from 'lru-cache';
import { askedTogether } from '#kit/asked-together.ts';
import { isWholePool } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { groupsOf, movedPath, type Catalog, type SellingCatalog } from './catalog.queries.ts';
import { holdCatalogVersion, loadCatalogRows, readCatalogVersion } from './catalog-version.queries.ts';
import { catalogAt, spanAround } from './selling-catalog.queries.ts';

export { contractProductOf, type Catalog, type SellingCatalog } from './catalog.queries.ts';
export { catalogAt } from './selling-catalog.queries.ts';

// The newest version, and the previous version for requests already begun.
const VERSIONS_KEPT = 2;

const kept = new Map<string, Catalog>();

/**
 * Returns the present catalog. Reads only the version from the database while unchanged; outside of a
 * transaction, concurrent callers share the read.
 */
export async function currentCatalog(db: Db): Promise<Catalog> {
  return catalogOf(db, await versionOf(db)());
}

/** As `currentCatalog`, with what is sold at an instant. */
export async function sellingCatalog(db: Db, now: Date): Promise<SellingCatalog> {
  return keptAt(await currentCatalog(db), now);
}

/** What would be sold if a draft were published (SE1.2). */
export const asPublished = (catalog: Catalog, period_id: number, now: Date): SellingCatalog =>
  catalogAt(
    {
      ...catalog,
      periods: catalog.periods.map((period) =>
        period.id === period_id ? { ...period, is_draft: false } : period,
      ),
    },
    now,
  );

type Span = { from: number; until: number; catalog: SellingCatalog };

const spans = new WeakMap<Catalog, Span>();

/** Kept with everything computed from it until the next opening or closing by its hour (SE8.2). */
function keptAt(catalog: Catalog, now: Date): SellingCatalog {
  const [at, known] = [now.getTime(), spans.get(catalog)];
  if (known && known.from <= at && at < known.until) return known.catalog;
  const selling = catalogAt(catalog, now);
  deepFrozen([selling.program_groups, selling.period_program_groups]);
  spans.set(catalog, { ...spanAround(catalog, now), catalog: Object.freeze(selling) });
  return selling;
}

const questions = new WeakMap<Db, () => Promise<string>>();

function versionOf(db: Db): () => Promise<string> {
  const read = () => readCatalogVersion(db);
  // A transaction or a reserved connection reads for itself.
  if (!isWholePool(db)) return read;
  const known = questions.get(db) ?? askedTogether(read);
  questions.set(db, known);
  return known;
}

/** Whether a school has an address, on sale or not; case is ignored. */
export async function isSchoolPath(db: Db, path: string): Promise<boolean> {
  return groupsOf(await currentCatalog(db), { path }).length > 0;
}

/** The address of today of a school that has had another one (SE2.7). */
export async function findMovedPath(db: Db, path: string): Promise<string | undefined> {
  return movedPath(await currentCatalog(db), path);
}

/** No catalog write commits until the transaction ends. */
export async function heldCatalog(tx: Tx, now: Date): Promise<SellingCatalog> {
  return keptAt(await catalogOf(tx, await holdCatalogVersion(tx)), now);
}

/**
 * Returns the catalog of a version just read, or a newer catalog. A version is the UUID of a write, so the
 * same version means the same content in every process and every copy of a database.
 */
async function catalogOf(db: Db, version: string): Promise<Catalog> {
  return kept.get(version) ?? keep(await loadCatalogRows(db));
}

function keep(catalog: Catalog): Catalog {
  kept.set(catalog.version, deepFrozen(catalog));
  while (kept.size > VERSIONS_KEPT) kept.delete(kept.keys().next().value!);
  return catalog;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

// More than the answers of a call for the largest season; the least recently used answer goes first.
const ANSWERS_KEPT = 1_000;
const BYTES_KEPT = 8_000_000;

/**
 * Caches a computation per catalog: per version, or per version and span between hours. Strangers may request
 * ids of no season, so the number of answers is bounded, and the bytes too.
 */
export function onceACatalog<C extends Catalog, Key extends string | number, Value>(
  compute: (catalog: C, key: Key) => Value,
  bytesOf: (value: Value) => number = () => 1,
): (catalog: C, key: Key) => Value {
  const known = new WeakMap<C, LRUCache<Key, { value: Value }>>();
  const answers = () =>
    new LRUCache<Key, { value: Value }>({
      max: ANSWERS_KEPT,
      maxSize: BYTES_KEPT,
      sizeCalculation: ({ value }) => bytesOf(value),
    });
  return (catalog, key) => {
    const ofCatalog = known.get(catalog) ?? answers();
    known.set(catalog, ofCatalog);
    const before = ofCatalog.get(key);
    if (before) return before.value;
    const value = deepFrozen(compute(catalog, key));
    ofCatalog.set(key, { value });
    return value;
  };
}
