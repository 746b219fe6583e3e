import { passesLuhn } from '#kit/rules/luhn.ts';

// 13 to 19 digits, single spaces or dashes between them, that begin as a card of the brands we take does.
const LIKE_A_CARD = /(?<![\d-])[2-6](?:[ -]?\d){12,18}(?![\d-])/g;

/**
 * Keeps the first six and the last four digits of what looks like a card number. A second line of defense:
 * nothing that is logged should hold one (PM).
 */
export function hideCardNumbers(line: string): string {
  return line.replace(LIKE_A_CARD, (found) => {
    const digits = found.replace(/\D/g, '');
    return passesLuhn(digits) ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : found;
  });
}
