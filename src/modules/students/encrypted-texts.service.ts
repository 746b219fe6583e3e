import type { Db } from '#platform/db/database.ts';
import { rewriteEach, encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { CARE_TEXTS } from './students.contract.ts';
import { replaceTexts, listToReencrypt } from './students.queries.ts';

/** What a family wrote about health and custody. */
export const careTexts = encryptedColumns(CARE_TEXTS);

/**
 * Seals under the first key what another key has sealed, or none: texts from before there was a vault.
 * Two portals that start at once do the same work twice and no harm.
 * @returns how many students it changed
 * @throws MissingKey
 */
export function reencryptStudents(db: Db, vault: Vault): Promise<number> {
  return rewriteEach(
    (after, limit) => listToReencrypt(db, vault.currentPrefix, after, limit),
    (row) => replaceTexts(db, row, careTexts.seal(vault, careTexts.open(vault, row))),
  );
}
