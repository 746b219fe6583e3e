import { newCode } from '#platform/tokens/tokens.ts';

/** As many as fit on a card. */
export const RECOVERY_CODES = 10;

/** Codes are shown only once: `7KQ4-M2XD-9RTV`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * Normalizes a typed code for hashing and comparing: capitals, without spaces and dashes, and O, I and L read
 * as digits.
 */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => READ_AS[letter]!);
}
