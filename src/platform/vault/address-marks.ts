import type { Vault } from './vault.ts';

// A reader of the database alone sees homes at the same place, and no address.

// 72 bits: no two places share a mark.
const MARK_LENGTH = 12;

const useOf = (table: string) => `address of ${table}`;

/** `12 Élm Street, Apt. 4` and `12 elm street apt 4` are one line. */
const folded = (line: string) =>
  line
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .trim()
    .replace(/\s+/g, ' ');

const zipOf = (zip: string) => /^\d{5}/.exec(zip.trim())?.[0];

type Place = { address: string | null; zip: string | null };

/** The ZIP, the number of the house with the ZIP, and the line of the street (OF1.10). */
function placesOf({ address, zip }: Place): string[] {
  const [line, code] = [folded(address ?? ''), zipOf(zip ?? '')];
  const [number] = /^\d+\S*/.exec(line) ?? [];
  const places = [code, number && code && `${number} ${code}`, line];
  return places.filter((one): one is string => Boolean(one));
}

export const addressMarks = (vault: Vault, table: string, place: Place): string[] =>
  [...new Set(placesOf(place))].map((text) => vault.sign(useOf(table), text).slice(0, MARK_LENGTH));

/** The marks of a typed ZIP, `12 10583`, or line of a street; no part of a line is found. */
export function typedAddressMarks(vault: Vault, table: string, text: string): string[] {
  const typed = folded(text);
  if (typed === '') return [];
  return vault.signatures(useOf(table), typed).map((mark) => mark.slice(0, MARK_LENGTH));
}
