import { createHash } from 'node:crypto';

/** SHA-256 of a text exactly as it is sent, so that an acceptance names what was read (O4). */
export function textDigest(html: string): Buffer {
  return createHash('sha256').update(html, 'utf8').digest();
}

/** The digest in hex, as the API names a text. */
export function textHash(html: string): string {
  return textDigest(html).toString('hex');
}
