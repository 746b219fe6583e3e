import { z } from 'zod';

/**
 * The rules of accounts.md §5 without an issue code in Zod. A check names the rule in `params.rule`;
 * field-messages.ts gives the sentence. The default sentence is 'The {field} value is not valid'.
 */
export type RuleName =
  | 'required'
  | 'email'
  | 'phone'
  | 'zip'
  | 'zip_exists'
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
  | 'day_exists'
  | 'date_between'
  | 'after'
  | 'before'
  | 'size'
  | 'mimes'
  | 'ext'
  | 'image'
  | 'dimensions'
  | 'filter';

type RuleOptions = {
  /** values in the sentence: `n`, `format` */
  params?: Record<string, string | number>;
  /** a sentence of the form instead of the catalog */
  error?: (issue: { input?: unknown }) => string;
};

export function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && 'length' in value && value.length === 0)
  );
}

/** Whether `required` is satisfied: more than spaces, a ticked box. */
export function isFilled(value: unknown): boolean {
  return !isBlank(value) && value !== false && (typeof value !== 'string' || value.trim() !== '');
}

/** A rule as a check for `schema.check(…)`. A blank passes: only `required` refuses blanks. */
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
 * For the `when` of a rule across fields: the rule runs even if another field is wrong; otherwise the message
 * would come late, on blur.
 */
export const isObject = (payload: { value: unknown }) =>
  typeof payload.value === 'object' && payload.value !== null;
