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

export const minValue = (n: number) =>
  rule<Typed>('min_value', (value) => Number(value) >= n, { params: { n } });

export const maxValue = (n: number) =>
  rule<Typed>('max_value', (value) => Number(value) <= n, { params: { n } });

/** Both bounds, each with its own sentence: `schema.check(...between(1, 12))`. */
export const between = (least: number, most: number) => [minValue(least), maxValue(most)] as const;

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
