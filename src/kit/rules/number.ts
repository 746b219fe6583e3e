import { formatMoney, toDollars, type Cents } from '#kit/money.ts';
import { passesLuhn } from './luhn.ts';
import { rule } from './rule.ts';

type Typed = string | number;

const matches = (value: Typed, shape: RegExp) => shape.test(String(value));

export const numeric = () => rule<Typed>('numeric', (value) => matches(value, /^-?\d+(\.\d+)?$/));

export const integer = () => rule<Typed>('integer', (value) => matches(value, /^-?\d+$/));

/** A leading zero counts. */
export const digits = (n: number) =>
  rule<Typed>('digits', (value) => matches(value, new RegExp(`^\\d{${n}}$`)), { params: { n } });

export const decimal = (places: number) =>
  rule<Typed>('decimal', (value) => matches(value, new RegExp(`^-?\\d+(\\.\\d{1,${places}})?$`)));

/** @param written the bound in the sentence: an amount as `$4,800.00` */
export const minValue = (n: number, written: string | number = n) =>
  rule<Typed>('min_value', (value) => Number(value) >= n, { params: { n: written } });

export const maxValue = (n: number, written: string | number = n) =>
  rule<Typed>('max_value', (value) => Number(value) <= n, { params: { n: written } });

/** Both bounds, each with a sentence: `schema.check(...between(1, 12))`. */
export const between = (least: number, most: number) => [minValue(least), maxValue(most)] as const;

export const minAmount = (least: Cents) => minValue(toDollars(least), formatMoney(least));

export const amountBetween = (least: Cents, most: Cents) =>
  [minAmount(least), maxValue(toDollars(most), formatMoney(most))] as const;

/**
 * A card number of an accepted brand, with the Luhn checksum. Spaces and dashes are ignored.
 * @param patterns over bare digits
 */
export function creditCard(patterns: readonly RegExp[]) {
  return rule<string>('credit_card', (typed) => {
    const number = typed.replace(/[\s-]/g, '');
    return patterns.some((pattern) => pattern.test(number)) && passesLuhn(number);
  });
}
