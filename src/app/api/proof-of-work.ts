import { isProof } from '#kit/endpoint/take-turn.ts';

/** Digests run in batches: the way to the browser's threads is expensive. */
const AT_ONCE = 64;
/** One place in ten million needs more. */
const MOST_TRIES = 16_384;

/**
 * The proof of a place in the line (MH5).
 * @returns undefined in browsers without digests, as without https; the place then counts as late
 */
export async function searchProof(challenge: string): Promise<number | undefined> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const encoder = new TextEncoder();
  const digestOf = async (found: number) =>
    new Uint8Array(await subtle.digest('SHA-256', encoder.encode(`${challenge}.${found}`)));
  for (let first = 0; first < MOST_TRIES; first += AT_ONCE) {
    const digests = await Promise.all(Array.from({ length: AT_ONCE }, (_, nr) => digestOf(first + nr)));
    const nr = digests.findIndex(isProof);
    if (nr >= 0) return first + nr;
  }
  return undefined;
}
