import { passesLuhn } from '#kit/rules/luhn.ts';

/** contracts.md §5 */
export const CARD_TYPES = ['Visa', 'MasterCard', 'Amex', 'Discover'] as const;
export type CardType = (typeof CARD_TYPES)[number];

const PATTERNS: Record<CardType, RegExp> = {
  Visa: /^4(\d{12}|\d{15}|\d{18})$/,
  MasterCard: /^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/,
  Amex: /^3[47]\d{13}$/,
  Discover: /^6(011\d{12}|5\d{14}|4[4-9]\d{13}|22(12[6-9]|1[3-9]\d|[2-8]\d\d|9[01]\d|92[0-5])\d{10})$/,
};

const BEGINNINGS: Record<CardType, RegExp> = {
  Visa: /^4/,
  MasterCard: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
  Amex: /^3[47]/,
  Discover: /^(6011|65|64[4-9]|622)/,
};

/** Guesses the brand from the first digits, for display during typing. */
export function cardTypeBeginning(typed: string): CardType | undefined {
  const digits = digitsOf(typed);
  return CARD_TYPES.find((type) => BEGINNINGS[type].test(digits));
}

export const CARD_PATTERNS = Object.values(PATTERNS);

export function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

export function cardTypeOf(number: string): CardType | undefined {
  const digits = digitsOf(number);
  return CARD_TYPES.find((type) => PATTERNS[type].test(digits));
}

/** Source: accounts.md §5, credit_card */
export function isCardNumber(number: string): boolean {
  return cardTypeOf(number) !== undefined && passesLuhn(digitsOf(number));
}

export function securityCodeLength(type: CardType): number {
  return type === 'Amex' ? 4 : 3;
}

const ROUTING_PREFIX = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/** Checks an ABA routing number: nine digits, a known prefix, weights 3-7-1, a sum divisible by ten. */
export function isRoutingNumber(typed: string): boolean {
  const digits = digitsOf(typed);
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits) || !ROUTING_PREFIX.test(digits)) return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const total = weights.reduce((running, weight, i) => running + weight * Number(digits[i]), 0);
  return total % 10 === 0;
}
