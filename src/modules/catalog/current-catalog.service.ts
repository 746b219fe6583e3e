import { LRUCache } from 'lru-cache';
import { askedTogether } from '#kit/asked-together.ts';
import { isWholePool } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { groupsOf, type Catalog } from './catalog.queries.ts';

export { contractProductOf, type Catalog } from './catalog.queries.ts';
import { holdCatalogVersion, loadCatalogRows, readCatalogVersion } from './catalog-version.queries.ts';

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

/** No catalog write commits until the transaction ends. */
export async function heldCatalog(tx: Tx): Promise<Catalog> {
  return catalogOf(tx, await holdCatalogVersion(tx));
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
 * Caches a computation per catalog version. Strangers may request ids of no season, so the number of answers
 * is bounded, and the bytes too.
 */
export function onceACatalog<Key extends string | number, Value>(
  compute: (catalog: Catalog, key: Key) => Value,
  bytesOf: (value: Value) => number = () => 1,
): (catalog: Catalog, key: Key) => Value {
  const known = new WeakMap<Catalog, LRUCache<Key, { value: Value }>>();
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
