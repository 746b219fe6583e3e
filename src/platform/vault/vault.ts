import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { m } from '#i18n/messages.js';
import { bytesOf } from '#kit/bytes-of.ts';
import { invariant } from '#kit/invariant.ts';
import type { Sealed } from '#kit/sealed.ts';
import { deriveToken, isSameText } from '#platform/tokens/tokens.ts';

const CIPHER = 'aes-256-gcm';
const MARK = 'sealed2';
const SEALED = /^(sealed2?):([0-9a-f]{8}):([\w-]+)$/;
// A newer program's seal: no text that a person types begins so.
const OTHER_SEAL = /^sealed\w*:[0-9a-f]{8}:/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const KEY_BYTES = 32;

/** Where a sealed text stands: it opens there and nowhere else. A file's row is its key. */
export type Place = { table: string; row: number | string; field: string };

/** The table and field of a place, as the tables of the vault's state name them. */
export const fieldOf = ({ table, field }: Pick<Place, 'table' | 'field'>): string => `${table}.${field}`;

/**
 * Keeps what is written about people unreadable to anyone who has only the database.
 * Source: reliability 5.6, H14
 */
export type Vault = {
  /** encrypts under the first key of the ring, for one place */
  seal(text: string, place: Place): Sealed;
  /**
   * @returns the text; an empty one is stored as it is. One from before texts were bound to their place comes
   *   back as long as its field may still hold such texts
   * @throws MissingKey when the ring has no key of that id; BrokenSeal when it was changed or moved here
   */
  open(stored: Sealed | string, place: Place): string;
  /** the same for bytes, as files are */
  sealBytes(content: Uint8Array, place: Place): Buffer;
  openBytes(stored: Uint8Array, place: Place): Uint8Array;
  /** from now on these fields open only what is bound to its place */
  refuseUnbound(fields: readonly string[]): void;
  /** what every text begins with that is sealed under the first key */
  readonly currentPrefix: string;
  /** the id of the key that seals and signs */
  readonly currentKeyId: string;
  hasKey(id: string): boolean;
  /** a text's signature for one use, which nobody can make who has only the database */
  sign(use: string, text: string): string;
  /** the signatures by each key of the ring, to look for one that was stored under any of them */
  signatures(use: string, text: string): string[];
  /** whether any key of the ring has signed it, as portals change keys one after another */
  isSigned(use: string, text: string, signature: string): boolean;
};

/**
 * A stored text is sealed under a key that the ring lacks; the message names that key.
 */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

/** A stored text or file was changed, or stands where it was not sealed; the message says where. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';

  constructor(place: Place) {
    super(m.portal_vault_seal_broken({ field: fieldOf(place), row: String(place.row) }));
  }
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
  // Made once: a key made of bytes for each text costs four times what opening the text does.
  const ring = new Map(keys.map((key) => [idOfKey(key), createSecretKey(key)]));
  const currentKeyId = idOfKey(first);
  const bound = new Set<string>();
  const keyOf = (id: string): KeyObject => {
    const key = ring.get(id);
    if (!key) throw new MissingKey(m.portal_vault_key_missing({ id }));
    return key;
  };
  const refuseWhereBound = (place: Place) => {
    if (bound.has(fieldOf(place))) throw new BrokenSeal(place);
  };
  return {
    currentPrefix: `${MARK}:${currentKeyId}:`,
    currentKeyId,
    hasKey: (id) => ring.has(id),
    refuseUnbound: (fields) => fields.forEach((field) => bound.add(field)),
    seal: (text, place) => {
      if (text === '') return text as unknown as Sealed;
      const sealed = encrypt(keyOf(currentKeyId), boundTo(MARK, currentKeyId, place), Buffer.from(text));
      return `${MARK}:${currentKeyId}:${sealed.toString('base64url')}` as unknown as Sealed;
    },
    open: (sealed, place) => {
      const stored = sealed as string;
      if (stored === '') return '';
      const [, mark, id, body] = SEALED.exec(stored) ?? [];
      if (mark !== MARK) refuseWhereBound(place);
      if (!mark && OTHER_SEAL.test(stored)) throw new BrokenSeal(place);
      if (!mark || !id || !body) return stored;
      const context = mark === MARK ? boundTo(MARK, id, place) : `${mark}:${id}`;
      return decrypt(keyOf(id), context, Buffer.from(body, 'base64url'), place).toString('utf8');
    },
    ...fileSealer({ currentKeyId, keyOf, refuseWhereBound }),
    ...signerWith(keys),
  };
}

const FILE_FORMAT = 'SRF1';
const FILE_MARK = Buffer.from(FILE_FORMAT);
const ANY_FILE_MARK = /^SRF\d/;
const KEY_ID_BYTES = 4;

/** How texts and files are sealed, as `needed_features` names it. */
export const SEAL_FORMATS: readonly string[] = [MARK, FILE_FORMAT];

type Ring = {
  currentKeyId: string;
  keyOf: (id: string) => KeyObject;
  refuseWhereBound: (place: Place) => void;
};

/** Whether bytes are a sealed file, and under which key. */
export function keyOfFile(stored: Uint8Array): string | undefined {
  const header = Buffer.from(stored.subarray(0, FILE_MARK.length + KEY_ID_BYTES));
  return header.subarray(0, FILE_MARK.length).equals(FILE_MARK)
    ? header.subarray(FILE_MARK.length).toString('hex')
    : undefined;
}

/** A file begins with a mark and the id of its key; then come nonce, tag and content as in a text. */
function fileSealer({ currentKeyId, keyOf, refuseWhereBound }: Ring): Pick<Vault, 'sealBytes' | 'openBytes'> {
  const mark = FILE_MARK.toString();
  const head = Buffer.concat([FILE_MARK, Buffer.from(currentKeyId, 'hex')]);
  return {
    sealBytes: (content, place) =>
      encrypt(keyOf(currentKeyId), boundTo(mark, currentKeyId, place), content, head),
    openBytes: (stored, place) => {
      const id = keyOfFile(stored);
      if (!id) {
        refuseWhereBound(place);
        const begins = bytesOf(stored).toString('latin1', 0, FILE_MARK.length);
        if (ANY_FILE_MARK.test(begins)) throw new BrokenSeal(place);
        return stored;
      }
      const body = bytesOf(stored).subarray(FILE_MARK.length + KEY_ID_BYTES);
      return decrypt(keyOf(id), boundTo(mark, id, place), body, place);
    },
  };
}

/** Signs with keys that follow from those of the ring, so that no key both seals and signs. */
function signerWith(keys: readonly Buffer[]): Pick<Vault, 'sign' | 'signatures' | 'isSigned'> {
  const signing = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'signatures', KEY_BYTES)));
  return {
    sign: (use, text) => deriveToken(signing[0]!, use, text),
    signatures: (use, text) => signing.map((key) => deriveToken(key, use, text)),
    isSigned: (use, text, signature) =>
      signing.some((key) => isSameText(deriveToken(key, use, text), signature)),
  };
}

/** What a seal vouches for beside the text; as JSON, in which no two places read alike. */
const boundTo = (mark: string, keyId: string, { table, row, field }: Place): string =>
  JSON.stringify([mark, keyId, table, row, field]);

/** @param head  stands before it as it is; a whole file is copied once */
function encrypt(key: KeyObject, context: string, content: Uint8Array, head = Buffer.alloc(0)): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  const [body, rest] = [cipher.update(content), cipher.final()];
  return Buffer.concat([head, nonce, cipher.getAuthTag(), body, rest]);
}

function decrypt(key: KeyObject, context: string, sealed: Buffer, place: Place): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new BrokenSeal(place);
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw new BrokenSeal(place);
  }
}
