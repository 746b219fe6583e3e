import { createHash } from 'node:crypto';

/**
 * An idempotency key that is the same for the same thing and tells nothing of it. The hash stands in groups
 * of eight, as thirteen digits in a row may be taken for the number of a card by whoever looks for one.
 */
export function hashedKey(name: string, what: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  return [name, ...hash.match(/.{8}/g)!].join('-');
}
