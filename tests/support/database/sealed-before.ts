import { createCipheriv, randomBytes } from 'node:crypto';
import { idOfKey } from '#platform/vault/vault.ts';

/** A text as versions sealed it that did not bind it to its place. */
export function sealedBefore(key: Buffer, text: string): string {
  const header = `sealed:${idOfKey(key)}`;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${header}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}
