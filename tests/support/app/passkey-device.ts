import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const IS_PRESENT = 0x01;
const IS_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };

const hash = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A device with one passkey, as a browser and its authenticator are together. */
export class PasskeyDevice {
  readonly id = randomBytes(16);
  readonly origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** what the device says of how often it was used */
  uses = 0;
  /** whether it has asked for a finger or a PIN */
  verifies = true;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** What `navigator.credentials.create` gives for the options of our server. */
  make(options: Options) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)]);
    const authData = Buffer.concat([this.#dataFor(options.rp?.id ?? '', HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
    });
  }

  /** What `navigator.credentials.get` gives. */
  use(options: Options) {
    this.uses += 1;
    const clientDataJSON = this.#clientData('webauthn.get', options);
    const authenticatorData = this.#dataFor(options.rpId ?? '', 0);
    const signed = Buffer.concat([authenticatorData, hash(clientDataJSON)]);
    const signature = sign('sha256', signed, this.#keys.privateKey as KeyObject);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #dataFor(host: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.uses);
    return Buffer.concat([
      hash(host),
      Buffer.from([IS_PRESENT | (this.verifies ? IS_VERIFIED : 0) | flags]),
      count,
    ]);
  }

  #clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(parts: Record<string, Buffer>) {
    const id = this.id.toString('base64url');
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}
