import { createHash } from 'node:crypto';

/**
 * Builds an idempotency key: the same for the same input, and silent about the input. The hash is in groups
 * of eight, because a search for card numbers may match thirteen digits in a row.
 */
export function hashedKey(name: string, what: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  return [name, ...hash.match(/.{8}/g)!].join('-');
}
