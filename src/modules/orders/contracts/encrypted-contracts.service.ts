import { careTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Db } from '#platform/db/database.ts';
import { rewriteEach } from '#platform/vault/encrypted-columns.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { replaceStudent, listToReencrypt } from './contracts.queries.ts';

/**
 * Seals the texts about students in signed contracts under the first key; a contract is written once, so
 * no other transaction changes it at the same time.
 * @returns how many contracts it changed
 * @throws MissingKey
 */
export function reencryptContracts(db: Db, vault: Vault): Promise<number> {
  return rewriteEach(
    (after, limit) => listToReencrypt(db, vault.currentPrefix, after, limit),
    ({ id, student }) =>
      replaceStudent(db, id, { ...student, ...careTexts.seal(vault, careTexts.open(vault, student)) }),
  );
}
