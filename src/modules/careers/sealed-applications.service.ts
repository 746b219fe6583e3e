import type { Sealed } from '#kit/sealed.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { replaceTexts, selectToSeal, type SealedTexts } from './applications.queries.ts';

type Texts = { [K in keyof SealedTexts]: string | null };

const BATCH = 200;

/** What an applicant wrote about license and convictions, as it may be stored. */
export function sealTexts(vault: Vault, { driverLicense, wasConvicted, charges }: Texts): SealedTexts {
  const seal = (text: string | null): Sealed | null => (text === null ? null : vault.seal(text));
  return { driverLicense: seal(driverLicense), wasConvicted: seal(wasConvicted), charges: seal(charges) };
}

/** The same texts as staff read them. */
export function openTexts(vault: Vault, { driverLicense, wasConvicted, charges }: Texts): Texts {
  const open = (text: string | null) => (text === null ? null : vault.open(text));
  return { driverLicense: open(driverLicense), wasConvicted: open(wasConvicted), charges: open(charges) };
}

/**
 * Seals under the first key what another key has sealed.
 * @returns how many applications it changed
 * @throws MissingKey
 */
export async function sealApplications(db: Db, vault: Vault): Promise<number> {
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
