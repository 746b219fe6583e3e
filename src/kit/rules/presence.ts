import { z } from 'zod';
import { isBlank, isFilled, isObject, type RuleName } from './rule.ts';

type Form = Record<string, unknown>;

/** A box that must be ticked, a file that must be chosen; for texts there is `requiredText`. */
export const required = () =>
  z.refine<unknown>(isFilled, { params: { rule: 'required' satisfies RuleName } });

/** `field` is required while `isNeeded` says so of the form around it. */
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
  /** the field that says so; the confirmation unless told */
  at?: keyof F & string;
  /** passwords have a sentence of their own (accounts.md §8) */
  rule?: Extract<RuleName, 'confirmed' | 'password_confirmed'>;
};

/**
 * Two fields hold the same, to the space. It waits until both are typed: a blank one is missing, not
 * different.
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
