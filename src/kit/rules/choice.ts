import { rule } from './rule.ts';

/** Exactly this value, for example a word to be typed. */
export const is = <T>(value: T) => rule<T>('is', (given) => given === value);

export const isNot = <T>(value: T) => rule<T>('is_not', (given) => given !== value);

/** For a list known to the types, see `choice` of fields.ts. */
export const included = <T>(values: readonly T[]) => rule<T>('included', (given) => values.includes(given));

/** None of these, for example a name already taken. */
export const excluded = <T>(values: readonly T[]) => rule<T>('excluded', (given) => !values.includes(given));
