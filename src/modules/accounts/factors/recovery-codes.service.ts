import { asDigits, lettersAndDigits } from '#kit/text/paper-code.ts';
import { newCode } from '#platform/tokens/tokens.ts';

/** As many as fit on a card. */
export const RECOVERY_CODES = 10;

/** Codes are shown only once: `7KQ4-M2XD-9RTV`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

/** Normalizes a typed code for hashing and comparing: no code of ours has the letters O, I and L. */
export const normalizeCode = (typed: string): string => asDigits(lettersAndDigits(typed));
