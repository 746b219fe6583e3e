import { z } from 'zod';
import { isBlank, isFilled, isObject, type RuleName } from './rule.ts';

type Form = Record<string, unknown>;

/** A box to be ticked or a file to be chosen; for texts use `requiredText`. */
export const required = () =>
  z.refine<unknown>(isFilled, { params: { rule: 'required' satisfies RuleName } });

export function requiredIf<F extends object>(field: keyof F & string, isNeeded: (form: F) => boolean) {
  return z.refine<F>((form) => !isNeeded(form) || isFilled((form as Form)[field]), {
    path: [field],
    params: { rule: 'required' satisfies RuleName },
    when: isObject,
  });
}

type Pair<F extends object> = {
  field: keyof F & string;
  confirmation: keyof F & string;
  /** the field of the message; default: the confirmation */
  at?: keyof F & string;
  /** passwords have a special sentence (accounts.md §8) */
  rule?: Extract<RuleName, 'confirmed' | 'password_confirmed'>;
};

/**
 * Two equal fields, spaces included. Checked only with both filled: a blank field is missing, not different.
 */
export function confirmed<F extends object>({
  field,
  confirmation,
  at = confirmation,
  rule = 'confirmed',
}: Pair<F>) {
  const isSame = (form: Form) =>
    isBlank(form[field]) || isBlank(form[confirmation]) || form[field] === form[confirmation];
  return z.refine<F>((form) => isSame(form as Form), { path: [at], params: { rule }, when: isObject });
}
