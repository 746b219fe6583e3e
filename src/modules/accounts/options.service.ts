import type { Db } from '#platform/db/database.ts';
import { OPTION_CATEGORIES, type Option } from './accounts.contract.ts';
import { listOptionRows } from './options.queries.ts';

/** The named choices that the client loads at start. */
export async function readOptions(db: Db): Promise<Option[]> {
  return (await listOptionRows(db, OPTION_CATEGORIES)) as Option[];
}
