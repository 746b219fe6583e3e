import { DAY_MS } from '#kit/durations.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';

/** A browser is known for a year: families come back for the next season. */
export const KNOWN_BROWSER_LIFE_MS = 365 * DAY_MS;

/** A login replaces an older mark, so that whoever logs in twice a year stays known. */
const RENEWED_AFTER_MS = KNOWN_BROWSER_LIFE_MS / 2;

const USE = 'known browser';
const MARKS = { staff: 's', families: 'f' } as const;
const LONGEST = 255;

export type KnownBy = keyof typeof MARKS;

type Known = { by: KnownBy; isFresh: boolean };

/** Checked without the database, in the line of a sale morning (MH5); proves no identity. */
export function newKnownBrowser(vault: Vault, now: Date, by: KnownBy): string {
  const text = [newToken(), MARKS[by], now.getTime()].join('.');
  return `${text}.${vault.sign(USE, text)}`;
}

/** @returns undefined for a mark of somebody else, and a year after the mark was given (MH5) */
export function knownByOf(vault: Vault, now: Date, sent: unknown): Known | undefined {
  if (typeof sent !== 'string' || sent.length > LONGEST) return undefined;
  const [token = '', mark = '', givenMs = '', signature = ''] = sent.split('.');
  if (!vault.isSigned(USE, [token, mark, givenMs].join('.'), signature)) return undefined;
  const ageMs = now.getTime() - Number(givenMs);
  if (ageMs >= KNOWN_BROWSER_LIFE_MS) return undefined;
  return { by: mark === MARKS.staff ? 'staff' : 'families', isFresh: ageMs < RENEWED_AFTER_MS };
}
