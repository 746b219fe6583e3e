import { jsonHash } from '#platform/json-hash.ts';

/** Groups of eight, because a search for card numbers may match thirteen digits in a row. */
export function hashedKey(name: string, what: unknown): string {
  return [name, ...jsonHash(what).match(/.{8}/g)!].join('-');
}
