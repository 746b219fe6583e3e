import { createHash } from 'node:crypto';

/** SHA-256 in hex of a text exactly as it is sent, so that an acceptance names what was read (O4). */
export function textHash(html: string): string {
  return createHash('sha256').update(html, 'utf8').digest('hex');
}
