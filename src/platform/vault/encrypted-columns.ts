import type { Sealed } from '#kit/sealed.ts';
import type { Vault } from './vault.ts';

const BATCH = 200;

/**
 * The fields of a table that are stored sealed, sealed and opened together; a missing text stays missing.
 *
 *     const texts = sealedFields(['medical_concerns', 'custody_notes']);
 *     texts.seal(vault, fields);  // { medical_concerns: 'sealed:…', custody_notes: null }
 */
export function encryptedColumns<const Name extends string>(names: readonly Name[]) {
  type Texts = Record<Name, string | null>;
  const each = <T>(texts: Texts, turn: (text: string) => T) => {
    const turned = names.map((name) => [name, texts[name] === null ? null : turn(texts[name])]);
    return Object.fromEntries(turned) as Record<Name, T | null>;
  };
  return {
    seal: (vault: Vault, texts: Texts): Record<Name, Sealed | null> =>
      each(texts, (text) => vault.seal(text)),
    /** @throws MissingKey */
    open: (vault: Vault, texts: Texts): Texts => each(texts, (text) => vault.open(text)),
  };
}

/**
 * Goes through stored rows by id and rewrites each, for a table that is sealed under another key.
 * @param read  the next rows after an id
 * @returns how many rows it rewrote
 */
export async function rewriteEach<Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
  rewrite: (row: Row) => Promise<void>,
): Promise<number> {
  let rewritten = 0;
  for (let after = 0; ;) {
    const batch = await read(after, BATCH);
    for (const row of batch) await rewrite(row);
    rewritten += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return rewritten;
    after = last.id;
  }
}
