import { createHash } from 'node:crypto';

/** Groups of eight, because a search for card numbers may match thirteen digits in a row. */
export function hashedKey(name: string, what: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  return [name, ...hash.match(/.{8}/g)!].join('-');
}
