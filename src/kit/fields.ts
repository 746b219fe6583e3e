import { z } from 'zod';
import { parseUsDate } from './plain-date.ts';

/**
 * The input rules of accounts.md §5 as schemas. A rule that Zod has no issue code for says its name
 * in `params.rule`; field-messages.ts turns every issue into the sentence of the catalogue.
 */

/** A required text of 1 to `max` characters, trimmed. */
export const requiredText = (max = 255) => z.string().trim().min(1).max(max);

/** An optional text of at most `max` characters; blank means none. */
export const optionalText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text || null);

const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 254;

function isEmail(text: string): boolean {
  const [local = '', domain = ''] = [text.slice(0, text.lastIndexOf('@')), text.slice(text.lastIndexOf('@') + 1)];
  return local.length <= LOCAL_PART_MAX && domain.length <= DOMAIN_MAX && z.email().safeParse(text).success;
}

const emailRule = { error: undefined, params: { rule: 'email' } };

/** A required e-mail address, lower-cased. */
export const email = () => requiredText(255).toLowerCase().refine(isEmail, emailRule);

/** An optional e-mail address, lower-cased; blank means none. */
export const optionalEmail = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(255)
    .refine((text) => text === '' || isEmail(text), emailRule)
    .nullish()
    .transform((text) => text || null);

const PHONE = /^\d{3}-\d{3}-\d{4}$/;
const phoneRule = { params: { rule: 'phone' } };

/** A required phone number, `123-456-7890`. */
export const phone = () => z.string().trim().min(1).refine((text) => text === '' || PHONE.test(text), phoneRule);

/** An optional phone number; blank means none. */
export const optionalPhone = () =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || PHONE.test(text), phoneRule)
    .nullish()
    .transform((text) => text || null);

/** A required calendar day as a person types it, `MM/dd/yyyy`. */
export const usDate = () =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => text === '' || parseUsDate(text) !== undefined, { params: { rule: 'date_format', format: 'MM/dd/yyyy' } });

/** A password as accounts.md §5 has it: 6 to 255 characters, never trimmed or folded. */
export const password = () => z.string().min(1).min(6).max(255);

/** A required choice of a fixed list. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values);

/** Rewrites digits to the dashed pattern when there are ten of them, else leaves the text alone. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : text;
}

export const US_STATES = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD',
  'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC',
  'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
] as const;
