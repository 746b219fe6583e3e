import { newToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';

const USE = 'known browser';
const MARKS = { staff: 's', families: 'f' } as const;
const LONGEST = 255;

/** Whose login a browser is known by. */
export type KnownBy = keyof typeof MARKS;

/**
 * What a browser keeps after a login. Its signature is checked without the database, where the line of a sale
 * morning is kept (MH5); it proves nobody.
 */
export function newKnownBrowser(vault: Vault, by: KnownBy): string {
  const text = `${newToken()}.${MARKS[by]}`;
  return `${text}.${vault.sign(USE, text)}`;
}

/** Undefined for a text that is not ours, as those are from before they were signed. */
export function knownByOf(vault: Vault, sent: unknown): KnownBy | undefined {
  if (typeof sent !== 'string' || sent.length > LONGEST) return undefined;
  const [token = '', mark = '', signature = ''] = sent.split('.');
  if (!vault.isSigned(USE, `${token}.${mark}`, signature)) return undefined;
  return mark === MARKS.staff ? 'staff' : 'families';
}
