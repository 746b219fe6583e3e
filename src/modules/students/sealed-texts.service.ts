import type { Sealed } from '#kit/sealed.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { replaceTexts, selectToSeal, type SealedTexts } from './students.queries.ts';

type Texts = { [K in keyof SealedTexts]: string | null };

const BATCH = 200;

/** What a family wrote about health and custody, as it may be stored. */
export function sealTexts(vault: Vault, { medical_concerns, second_address, custody_notes }: Texts): SealedTexts {
  const seal = (text: string | null): Sealed | null => (text === null ? null : vault.seal(text));
  return { medical_concerns: seal(medical_concerns), second_address: seal(second_address), custody_notes: seal(custody_notes) };
}

/** The same texts as the family reads them. */
export function openTexts(vault: Vault, { medical_concerns, second_address, custody_notes }: Texts): Texts {
  const open = (text: string | null) => (text === null ? null : vault.open(text));
  return { medical_concerns: open(medical_concerns), second_address: open(second_address), custody_notes: open(custody_notes) };
}

/**
 * Seals under the first key what another key has sealed, or none: texts from before there was a vault.
 * Two portals that start at once do the same work twice and no harm.
 * @returns how many students it changed
 * @throws MissingKey
 */
export async function sealStudents(db: Db, vault: Vault): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const batch = await selectToSeal(db, vault.currentPrefix, after, BATCH);
    for (const row of batch) await replaceTexts(db, row, sealTexts(vault, openTexts(vault, row)));
    changed += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return changed;
    after = last.id;
  }
}
