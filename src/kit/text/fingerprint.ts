const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * A short name for a text: 64-bit FNV-1a of the UTF-8 bytes, as sixteen hex digits. Synchronous, and equal in
 * every browser and in Node. Finds changes only: keeps no secret, and an attacker can make two texts with the
 * same fingerprint.
 */
export function fingerprint(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
