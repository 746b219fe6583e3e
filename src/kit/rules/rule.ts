import { z } from 'zod';

/**
 * The rules of accounts.md §5 that Zod has no issue code for. A check names its rule in `params.rule`;
 * field-messages.ts turns the name into the sentence of the message catalog. A rule without a sentence of its
 * own says 'The {field} value is not valid'.
 */
export type RuleName =
  | 'required'
  | 'email'
  | 'phone'
  | 'zip'
  | 'url'
  | 'ip'
  | 'regex'
  | 'one_line'
  | 'no_web_address'
  | 'alpha'
  | 'alpha_num'
  | 'alpha_dash'
  | 'alpha_spaces'
  | 'numeric'
  | 'integer'
  | 'digits'
  | 'decimal'
  | 'min_value'
  | 'max_value'
  | 'credit_card'
  | 'confirmed'
  | 'password_confirmed'
  | 'is'
  | 'is_not'
  | 'included'
  | 'excluded'
  | 'date_format'
  | 'date_between'
  | 'after'
  | 'before'
  | 'size'
  | 'mimes'
  | 'ext'
  | 'image'
  | 'dimensions';

type RuleOptions = {
  /** what the sentence names: `n`, `format` */
  params?: Record<string, string | number>;
  /** a sentence of the form's own in place of the catalog's */
  error?: (issue: { input?: unknown }) => string;
};

/** Nothing was typed or chosen. */
export function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && 'length' in value && value.length === 0)
  );
}

/** Whether there is something for `required`: more than spaces, a box that is ticked. */
export function isFilled(value: unknown): boolean {
  return !isBlank(value) && value !== false && (typeof value !== 'string' || value.trim() !== '');
}

/** One rule as a check for `schema.check(…)`. A blank passes: only `required` speaks of blanks. */
export function rule<T>(
  name: RuleName,
  isGood: (value: T) => boolean | Promise<boolean>,
  { params, error }: RuleOptions = {},
) {
  return z.refine<T>((value) => isBlank(value) || isGood(value), {
    params: { ...params, rule: name },
    error,
  });
}

/**
 * For the `when` of a rule across fields: the rule speaks while another field is wrong too, or it would come
 * late, on blur; a value that is no object has no fields.
 */
export const isObject = (payload: { value: unknown }) =>
  typeof payload.value === 'object' && payload.value !== null;
