import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** 256 random bits as URL-safe text, for clients. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Never leaves the database. */
export function newSecret(): Buffer {
  return randomBytes(32);
}

const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 60 random bits for typing from paper: `7KQ4-M2XD-9RTV`. People misread I, L, O and U. */
export function newCode(): string {
  const symbols = [...randomBytes(12)].map((byte) => CODE_SYMBOLS[byte % CODE_SYMBOLS.length]).join('');
  return symbols.match(/.{4}/g)!.join('-');
}

export function newId(): string {
  return randomUUID();
}

/** A plain SHA-256 is enough for random tokens. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Always the same for the same input, and impossible to guess without the secret. */
export function deriveToken(secret: Buffer, use: string, from: string): string {
  return createHmac('sha256', secret).update(`${use}\n${from}`).digest('base64url');
}

/** A stable substitute for a text that should not be readable in a table. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(hashOfToken(a), hashOfToken(b));
}
