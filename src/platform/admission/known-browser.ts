import { newToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';

const USE = 'known browser';
const MARKS = { staff: 's', families: 'f' } as const;
const LONGEST = 255;

export type KnownBy = keyof typeof MARKS;

/** Checked without the database, in the line of a sale morning (MH5); proves no identity. */
export function newKnownBrowser(vault: Vault, by: KnownBy): string {
  const text = `${newToken()}.${MARKS[by]}`;
  return `${text}.${vault.sign(USE, text)}`;
}

export function knownByOf(vault: Vault, sent: unknown): KnownBy | undefined {
  if (typeof sent !== 'string' || sent.length > LONGEST) return undefined;
  const [token = '', mark = '', signature = ''] = sent.split('.');
  if (!vault.isSigned(USE, `${token}.${mark}`, signature)) return undefined;
  return mark === MARKS.staff ? 'staff' : 'families';
}
