import { isProof } from '#kit/endpoint/take-turn.ts';

/** So many digests are asked for together: enough for their way to the browser's threads to cost little. */
const AT_ONCE = 64;
/** One place in ten million needs more. */
const MOST_TRIES = 16_384;

/**
 * Searches the number by which a place in the line is believed to be a family's (MH5).
 * @returns undefined where the browser has no digests, as without https; the place then counts as a later one
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
