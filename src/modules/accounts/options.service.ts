import { invariant } from '#kit/invariant.ts';
import type { Db } from '#platform/db/database.ts';
import { OPTION_CATEGORIES, type Option } from './accounts.contract.ts';
import { listOptionRows } from './options.queries.ts';

/** The named choices that the client loads at start. */
export async function readOptions(db: Db): Promise<Option[]> {
  return (await listOptionRows(db, OPTION_CATEGORIES)) as Option[];
}

/**
 * Both ways between an option's id and its key, for modules that store ids and think in keys.
 * @throws invariant on an id or key that no migration made
 */
export async function readOptionIndex(db: Db): Promise<{ idOf(key: string): number; keyOf(id: number): string }> {
  const listed = await readOptions(db);
  const ids = new Map(listed.map((option) => [option.key, option.id]));
  const keys = new Map(listed.map((option) => [option.id, option.key]));
  return {
    idOf: (key) => known(ids.get(key), key),
    keyOf: (id) => known(keys.get(id), String(id)),
  };
}

function known<T>(value: T | undefined, name: string): T {
  invariant(value !== undefined, `no option ${name}`);
  return value;
}
