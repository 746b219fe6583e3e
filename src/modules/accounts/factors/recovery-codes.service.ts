import { newCode } from '#platform/tokens/tokens.ts';

/** As many as fit on a card; new ones are made when they run out. */
export const RECOVERY_CODES = 10;

/** New codes as they are shown, once: `7KQ4-M2XD-9RTV`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * A typed code as it is hashed or compared: without spaces and dashes, in capitals, with the letters that no
 * code has read as the figures that they look like.
 */
export function normalizeCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => READ_AS[letter]!);
}
