import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** 256 random bits as URL-safe text: what a client holds. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 256 random bits that never leave the database. */
export function newSecret(): Buffer {
  return randomBytes(32);
}

const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * 60 random bits that a person can type from paper: `7KQ4-M2XD-9RTV`, without I, L, O and U, which are read
 * as other symbols.
 */
export function newCode(): string {
  const symbols = [...randomBytes(12)].map((byte) => CODE_SYMBOLS[byte % CODE_SYMBOLS.length]).join('');
  return symbols.match(/.{4}/g)!.join('-');
}

export function newId(): string {
  return randomUUID();
}

/** What is stored of a token. It is random, so a plain SHA-256 is enough. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * A token that follows from another: the same for whoever presents the same one, and found by nobody
 * without the secret. `use` keeps several derived from one apart.
 */
export function deriveToken(secret: Buffer, use: string, from: string): string {
  return createHmac('sha256', secret).update(`${use}\n${from}`).digest('base64url');
}

/** A stable stand-in for a text that should not be readable in a table. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Compares two texts in a time that says nothing about where they differ. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(hashOfToken(a), hashOfToken(b));
}
