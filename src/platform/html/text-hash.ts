import { createHash } from 'node:crypto';

/** An acceptance names the text read by the family, exactly as sent (O4). */
export function textDigest(html: string): Buffer {
  return createHash('sha256').update(html, 'utf8').digest();
}

export function textHash(html: string): string {
  return textDigest(html).toString('hex');
}
