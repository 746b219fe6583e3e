import { passesLuhn } from '#kit/rules/luhn.ts';

// 13 to 19 digits, with single spaces or dashes between, beginning like a card of the accepted brands.
const LIKE_A_CARD = /(?<![\d-])[2-6](?:[ -]?\d){12,18}(?![\d-])/g;

/** Keeps the first six and the last four digits; nothing in the log should hold a card number (PM). */
export function hideCardNumbers(line: string): string {
  return line.replace(LIKE_A_CARD, (found) => {
    const digits = found.replace(/\D/g, '');
    return passesLuhn(digits) ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : found;
  });
}
