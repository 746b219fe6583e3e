import type { Db } from '#platform/db/database.ts';
import { rewriteEach, sealedFields } from '#platform/vault/encrypted-columns.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { replaceTexts, selectToSeal } from './applications.queries.ts';

/** What an applicant wrote about license and convictions. */
export const applicationTexts = sealedFields(['driverLicense', 'wasConvicted', 'charges']);

/**
 * Seals under the first key what another key has sealed.
 * @returns how many applications it changed
 * @throws MissingKey
 */
export function sealApplications(db: Db, vault: Vault): Promise<number> {
  return rewriteEach(
    (after, limit) => selectToSeal(db, vault.currentPrefix, after, limit),
    (row) => replaceTexts(db, row, applicationTexts.seal(vault, applicationTexts.open(vault, row))),
  );
}
