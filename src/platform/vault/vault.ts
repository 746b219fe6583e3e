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
// The seal of a newer program. No text typed by a person begins like this.
const OTHER_SEAL = /^sealed\w*:[0-9a-f]{8}:/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const KEY_BYTES = 32;

/** The text opens nowhere else. The row of a file is the key of the file. */
export type Place = { table: string; row: number | string; field: string };

export const fieldOf = ({ table, field }: Pick<Place, 'table' | 'field'>): string => `${table}.${field}`;

/** Texts about people stay unreadable for anyone with only the database (reliability 5.6, H14). */
export type Vault = {
  seal(text: string, place: Place): Sealed;
  /**
   * @returns an empty text is stored as is; an unbound older text is returned until unbound texts are refused
   * @throws MissingKey when the ring lacks the key of that id; BrokenSeal when the text was changed or moved
   */
  open(stored: Sealed | string, place: Place): string;
  sealBytes(content: Uint8Array, place: Place): Buffer;
  openBytes(stored: Uint8Array, place: Place): Uint8Array;
  refuseUnbound(fields: readonly string[]): void;
  readonly currentPrefix: string;
  readonly currentKeyId: string;
  hasKey(id: string): boolean;
  /** nobody with only the database can make the signature */
  sign(use: string, text: string): string;
  /** a stored signature may be of any key of the ring */
  signatures(use: string, text: string): string[];
  /** portals change keys at different times, so any key of the ring counts */
  isSigned(use: string, text: string, signature: string): boolean;
};

/** The message names the key. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

/** The message names the place. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';

  constructor(place: Place) {
    super(m.portal_vault_seal_broken({ field: fieldOf(place), row: String(place.row) }));
  }
}

/** The first 8 hex digits of the hash reveal nothing about the key. */
export function idOfKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** @param keys  32 bytes each; the first key seals, every key opens, to allow a replacement */
export function createVault(keys: readonly Buffer[]): Vault {
  const [first] = keys;
  invariant(
    first && keys.every((key) => key.length === KEY_BYTES),
    'the ring has at least one key of 32 bytes',
  );
  // Made once: making a key from bytes for each text costs four times as much as opening the text.
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
    ...textSealer({ currentKeyId, keyOf, refuseWhereBound }),
    ...fileSealer({ currentKeyId, keyOf, refuseWhereBound }),
    ...signerWith(keys),
  };
}

type Ring = {
  currentKeyId: string;
  keyOf: (id: string) => KeyObject;
  refuseWhereBound: (place: Place) => void;
};

/** A sealed text is a mark, the id of the key, and the nonce, tag and text in base64url. */
function textSealer({ currentKeyId, keyOf, refuseWhereBound }: Ring): Pick<Vault, 'seal' | 'open'> {
  return {
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
  };
}

const FILE_FORMAT = 'SRF1';
const FILE_MARK = Buffer.from(FILE_FORMAT);
const ANY_FILE_MARK = /^SRF\d/;
const KEY_ID_BYTES = 4;

/** As named in `needed_features`. */
export const SEAL_FORMATS: readonly string[] = [MARK, FILE_FORMAT];

/** @returns undefined for a file without a seal */
export function keyOfFile(stored: Uint8Array): string | undefined {
  const header = Buffer.from(stored.subarray(0, FILE_MARK.length + KEY_ID_BYTES));
  return header.subarray(0, FILE_MARK.length).equals(FILE_MARK)
    ? header.subarray(FILE_MARK.length).toString('hex')
    : undefined;
}

/** A sealed file is a mark, the id of the key, the nonce, the tag and the content. */
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

/** No key both seals and signs. */
function signerWith(keys: readonly Buffer[]): Pick<Vault, 'sign' | 'signatures' | 'isSigned'> {
  const signing = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'signatures', KEY_BYTES)));
  return {
    sign: (use, text) => deriveToken(signing[0]!, use, text),
    signatures: (use, text) => signing.map((key) => deriveToken(key, use, text)),
    isSigned: (use, text, signature) =>
      signing.some((key) => isSameText(deriveToken(key, use, text), signature)),
  };
}

/** As JSON, no two places give the same text. */
const boundTo = (mark: string, keyId: string, { table, row, field }: Place): string =>
  JSON.stringify([mark, keyId, table, row, field]);

/** @param head  stands unencrypted before the result; passed in here to copy a whole file only once */
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
