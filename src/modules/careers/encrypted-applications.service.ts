import type { Db } from '#platform/db/database.ts';
import { rewriteEach, encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { SEALED_ANSWERS } from './application.contract.ts';
import { replaceTexts, listToReencrypt } from './applications.queries.ts';

/** What an applicant wrote about license and convictions. */
export const applicationTexts = encryptedColumns(SEALED_ANSWERS);

/**
 * Seals under the first key what another key has sealed.
 * @returns how many applications it changed
 * @throws MissingKey
 */
export function reencryptApplications(db: Db, vault: Vault): Promise<number> {
  return rewriteEach(
    (after, limit) => listToReencrypt(db, vault.currentPrefix, after, limit),
    (row) => replaceTexts(db, row, applicationTexts.seal(vault, applicationTexts.open(vault, row))),
  );
}
