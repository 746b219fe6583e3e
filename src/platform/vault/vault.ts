import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { Sealed } from '#kit/sealed.ts';
import { deriveToken, isSameText } from '#platform/tokens/tokens.ts';

const CIPHER = 'aes-256-gcm';
const MARK = 'sealed';
const SEALED = /^(sealed:([0-9a-f]{8})):([\w-]+)$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const KEY_BYTES = 32;

/**
 * Keeps texts about children's health and homes unreadable to anyone who has only the database.
 * Source: reliability 5.6
 */
export type Vault = {
  /** encrypts under the first key of the ring */
  seal(text: string): Sealed;
  /**
   * @returns the text; one that was stored before there was a vault comes back as it is
   * @throws MissingKey when the ring has no key of that id; Error when the sealed text was tampered with
   */
  open(stored: string): string;
  /** what every text begins with that is sealed under the first key */
  readonly currentPrefix: string;
  /** the id of the key that seals and signs */
  readonly currentKeyId: string;
  hasKey(id: string): boolean;
  /** a text's signature for one use, which nobody can make who has only the database */
  sign(use: string, text: string): string;
  /** whether any key of the ring has signed it, as portals change keys one after another */
  isSigned(use: string, text: string, signature: string): boolean;
};

/**
 * A stored text is sealed under a key that the ring lacks; the message names that key.
 */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

/** The first 8 hex digits of the key's hash: says which key it was without saying anything about it. */
export function idOfKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** @param keys  32 bytes each; the first one seals, every one opens, so that a key can be replaced */
export function createVault(keys: readonly Buffer[]): Vault {
  const [first] = keys;
  invariant(
    first && keys.every((key) => key.length === KEY_BYTES),
    'the ring has at least one key of 32 bytes',
  );
  const ring = new Map(keys.map((key) => [idOfKey(key), key]));
  const header = `${MARK}:${idOfKey(first)}`;
  return {
    currentPrefix: `${header}:`,
    currentKeyId: idOfKey(first),
    hasKey: (id) => ring.has(id),
    seal: (text) => `${header}:${encrypt(first, header, text).toString('base64url')}` as Sealed,
    open: (stored) => {
      const [, sealedUnder = '', id = '', body = ''] = SEALED.exec(stored) ?? [];
      if (!id) return stored;
      const key = ring.get(id);
      if (!key) throw new MissingKey(m.portal_vault_key_missing({ id }));
      return decrypt(key, sealedUnder, Buffer.from(body, 'base64url'));
    },
    ...signerWith(keys),
  };
}

/** Signs with keys that follow from those of the ring, so that no key both seals and signs. */
function signerWith(keys: readonly Buffer[]): Pick<Vault, 'sign' | 'isSigned'> {
  const signing = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'signatures', KEY_BYTES)));
  return {
    sign: (use, text) => deriveToken(signing[0]!, use, text),
    isSigned: (use, text, signature) =>
      signing.some((key) => isSameText(deriveToken(key, use, text), signature)),
  };
}

function encrypt(key: Buffer, header: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(header));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, header: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(header))
    .setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
