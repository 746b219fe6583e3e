import { rule } from './rule.ts';

/** Exactly this value, such as a word that must be typed to go on. */
export const is = <T>(value: T) => rule<T>('is', (given) => given === value);

export const isNot = <T>(value: T) => rule<T>('is_not', (given) => given !== value);

/** One of these; where the list is known to the types, `choice` of fields.ts says it as well. */
export const included = <T>(values: readonly T[]) => rule<T>('included', (given) => values.includes(given));

/** None of these, such as a name that is taken. */
export const excluded = <T>(values: readonly T[]) => rule<T>('excluded', (given) => !values.includes(given));
