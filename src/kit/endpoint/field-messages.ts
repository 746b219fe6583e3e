import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { FieldErrors } from '#kit/refusal.ts';
import { brokenRuleOf } from '#kit/rules/broken-rule.ts';
import type { RuleName } from '#kit/rules/rule.ts';
import { strayCharacterIn } from '#kit/text/email-address.ts';
import { holdsHiddenMarks } from '#kit/text/hidden-marks.ts';
import { atBegin, fieldLabel, fieldName, type FieldsOf } from './field-labels.ts';

type Issue = z.core.$ZodIssue;

function isMissing(issue: Issue): boolean {
  const absent =
    'input' in issue && (issue.input === undefined || issue.input === null || issue.input === '');
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return absent;
  return issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) <= 1;
}

/** An amount is typed and read in dollars. */
const limitText = (issue: Issue, limit: number): string | number =>
  String(issue.path.at(-1)).endsWith('_cents') ? formatMoney(cents(limit)) : limit;

function sentenceOfSize(issue: Issue, field: string): string {
  if (issue.code === 'too_big') {
    const n = Number(issue.maximum);
    return issue.origin === 'string'
      ? m.server_field_max_length({ field, n })
      : m.server_field_max({ field, n: limitText(issue, n) });
  }
  if (issue.code === 'too_small') {
    const n = Number(issue.minimum);
    return issue.origin === 'string'
      ? m.server_field_min_length({ field, n })
      : m.server_field_min({ field, n: limitText(issue, n) });
  }
  return m.server_field_default({ field });
}

/** Names the character that no email address has (MD15). */
function sentenceOfEmail(field: string, input: unknown): string {
  const stray = typeof input === 'string' ? strayCharacterIn(input) : undefined;
  if (stray === undefined) return m.server_field_email({ field });
  if (/\s/.test(stray)) return m.server_field_email_space({ field });
  if (holdsHiddenMarks(stray)) return m.server_field_email_hidden({ field });
  return m.server_field_email_character({ field, character: stray });
}

type Sentence = (field: string, params: Record<string, unknown>, input: unknown) => string;

/** Rules with a special sentence; other rules share the default. */
const SENTENCES: Partial<Record<RuleName, Sentence>> = {
  required: (field) => m.server_field_required({ field }),
  email: (field, _, input) => sentenceOfEmail(field, input),
  phone: () => m.server_field_phone(),
  zip: (field) => m.server_field_format({ field, format: '12345 or 12345-6789' }),
  url: (field) => m.server_field_url({ field }),
  regex: (field) => m.server_field_regex({ field }),
  one_line: (field) => m.server_field_one_line({ field }),
  no_web_address: (field) => m.server_field_no_web_address({ field }),
  numeric: (field) => m.server_field_decimal({ field }),
  decimal: (field) => m.server_field_decimal({ field }),
  digits: (field, params) => m.server_field_digits({ field, n: Number(params.n) }),
  min_value: (field, params) => m.server_field_min({ field, n: String(params.n) }),
  max_value: (field, params) => m.server_field_max({ field, n: String(params.n) }),
  credit_card: (field) => m.server_field_credit_card({ field }),
  confirmed: (field) => m.server_field_confirmed({ field }),
  password_confirmed: () => m.server_password_mismatch(),
  day_exists: () => m.server_field_no_such_day(),
  zip_exists: () => m.server_field_no_such_zip(),
  filter: (field, _, input) => m.server_filter_invalid({ label: atBegin(field), value: String(input) }),
  date_format: (field, params) => m.server_field_format({ field, format: String(params.format) }),
};

/**
 * The sentence of the message catalog for an issue of a form or body: from the object's rule in the issue,
 * otherwise from accounts.md §5. Parse with `reportInput: true` to distinguish missing from wrong fields.
 * @param owner  the owner of the fields, if labels differ by owner
 */
export function sentenceOf(issue: Issue, owner?: FieldsOf): string {
  const field = fieldName(issue.path, owner);
  const named = (name: string) => fieldName([...issue.path.slice(0, -1), name], owner);
  const sentence = brokenRuleOf(issue)?.say(named);
  if (sentence) return m.server_rule_by_field({ label: fieldLabel(issue.path, owner), sentence });
  if (isMissing(issue)) return m.server_field_required({ field });
  if (issue.code === 'custom') {
    const say = SENTENCES[issue.params?.rule as RuleName];
    return say ? say(field, issue.params ?? {}, issue.input) : m.server_field_default({ field });
  }
  return sentenceOfSize(issue, field);
}

/** Groups the sentences by wire name, dotted for nested fields, in order; `body` for the whole body. */
export function fieldErrorsOf(issues: readonly Issue[], owner?: FieldsOf): FieldErrors {
  // A map: a sender may name a field `constructor`, a member of every object.
  const byField = new Map<string, string[]>();
  for (const issue of issues) {
    const name = issue.path.join('.') || 'body';
    byField.set(name, [...(byField.get(name) ?? []), sentenceOf(issue, owner)]);
  }
  return Object.fromEntries(byField);
}
