import { formatMoney, toDollars, type Cents } from '#kit/money.ts';
import { passesLuhn } from './luhn.ts';
import { rule } from './rule.ts';

/** A number, or one as it was typed. */
type Typed = string | number;

const matches = (value: Typed, shape: RegExp) => shape.test(String(value));

/** A number with or without decimals. */
export const numeric = () => rule<Typed>('numeric', (value) => matches(value, /^-?\d+(\.\d+)?$/));

export const integer = () => rule<Typed>('integer', (value) => matches(value, /^-?\d+$/));

/** Exactly `n` digits, such as a code; a leading zero counts. */
export const digits = (n: number) =>
  rule<Typed>('digits', (value) => matches(value, new RegExp(`^\\d{${n}}$`)), { params: { n } });

/** A number with at most `places` decimals. */
export const decimal = (places: number) =>
  rule<Typed>('decimal', (value) => matches(value, new RegExp(`^-?\\d+(\\.\\d{1,${places}})?$`)));

/** @param written  the bound as its sentence writes it: an amount as `$4,800.00` */
export const minValue = (n: number, written: string | number = n) =>
  rule<Typed>('min_value', (value) => Number(value) >= n, { params: { n: written } });

/** @param written  as with `minValue` */
export const maxValue = (n: number, written: string | number = n) =>
  rule<Typed>('max_value', (value) => Number(value) <= n, { params: { n: written } });

/** Both bounds, each with its own sentence: `schema.check(...between(1, 12))`. */
export const between = (least: number, most: number) => [minValue(least), maxValue(most)] as const;

/** The least of an amount in dollars. */
export const minAmount = (least: Cents) => minValue(toDollars(least), formatMoney(least));

/** Both bounds of an amount in dollars, each with its own sentence. */
export const amountBetween = (least: Cents, most: Cents) =>
  [minAmount(least), maxValue(toDollars(most), formatMoney(most))] as const;

/**
 * A card number: one of the patterns that its owner takes, and Luhn's checksum. Spaces and dashes are for
 * people.
 * @param patterns  over bare digits
 */
export function creditCard(patterns: readonly RegExp[]) {
  return rule<string>('credit_card', (typed) => {
    const number = typed.replace(/[\s-]/g, '');
    return patterns.some((pattern) => pattern.test(number)) && passesLuhn(number);
  });
}
