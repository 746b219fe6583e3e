import { openTexts, sealTexts } from '#modules/students/sealed-texts.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { replaceStudent, selectToSeal } from './signed-texts.queries.ts';

const BATCH = 200;

/**
 * Seals the texts about students in signed contracts under the first key; a contract is written once, so
 * nobody else changes it meanwhile.
 * @returns how many contracts it changed
 * @throws MissingKey
 */
export async function sealContracts(db: Db, vault: Vault): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const batch = await selectToSeal(db, vault.currentPrefix, after, BATCH);
    for (const { id, student } of batch) await replaceStudent(db, id, { ...student, ...sealTexts(vault, openTexts(vault, student)) });
    changed += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return changed;
    after = last.id;
  }
}
