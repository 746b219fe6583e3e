import { createHash } from 'node:crypto';

/** SHA-256 of a text exactly as sent: an acceptance names the text read by the family (O4). */
export function textDigest(html: string): Buffer {
  return createHash('sha256').update(html, 'utf8').digest();
}

export function textHash(html: string): string {
  return textDigest(html).toString('hex');
}
