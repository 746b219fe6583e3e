import { LRUCache } from 'lru-cache';
import { askedTogether } from '#kit/asked-together.ts';
import { isWholePool } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Catalog } from './catalog.queries.ts';

export { contractProductOf, type Catalog } from './catalog.queries.ts';
import { holdCatalogVersion, loadCatalogRows, readCatalogVersion } from './catalog-version.queries.ts';

// The newest one, and the one before it for the requests that have begun with it.
const VERSIONS_KEPT = 2;

const kept = new Map<string, Catalog>();

/**
 * What the catalog says now. Asks the database for the version alone while that stays the same, and outside
 * of a transaction once for all who ask at the same time.
 */
export async function currentCatalog(db: Db): Promise<Catalog> {
  return catalogOf(db, await versionOf(db)());
}

const questions = new WeakMap<Db, () => Promise<string>>();

function versionOf(db: Db): () => Promise<string> {
  const read = () => readCatalogVersion(db);
  // A transaction, and a connection that was taken for some reads, asks for itself.
  if (!isWholePool(db)) return read;
  const known = questions.get(db) ?? askedTogether(read);
  questions.set(db, known);
  return known;
}

/** The catalog that an order is signed by: no write of the catalog commits until the transaction ends. */
export async function heldCatalog(tx: Tx): Promise<Catalog> {
  return catalogOf(tx, await holdCatalogVersion(tx));
}

/**
 * The catalog of a version that was just read from this database; a newer one when that has come meanwhile. A
 * version is a UUID of one write, so it means the same in every process and in every copy of a database.
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

// More than a call of the largest season has answers; what was not asked for longest goes first.
const ANSWERS_KEPT = 1_000;
const BYTES_KEPT = 8_000_000;

/**
 * Computes something once for each version of the catalog; it is forgotten with it. Strangers may ask for ids
 * that no season has, so the number of answers is bounded, and their bytes where an answer has many.
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
