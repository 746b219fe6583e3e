import { z } from 'zod';
import { rule } from './rule.ts';

const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 254;

/** An e-mail address whose local part has at most 64 characters and its domain at most 254. */
export const emailAddress = () =>
  rule<string>('email', (text) => {
    const at = text.lastIndexOf('@');
    return at <= LOCAL_PART_MAX && text.length - at - 1 <= DOMAIN_MAX && z.email().safeParse(text).success;
  });

/** `123-456-7890`. */
export const dashedPhone = () => rule<string>('phone', (text) => /^\d{3}-\d{3}-\d{4}$/.test(text));

/** A ZIP code of five digits, or of nine. */
export const zipCode = () => rule<string>('zip', (text) => /^\d{5}(-\d{4})?$/.test(text));

/** At least `n` characters, for a text that may be left blank. */
export const minLength = (n: number) =>
  z.superRefine<string>((text, context) => {
    if (text !== '' && text.length < n)
      context.addIssue({ code: 'too_small', origin: 'string', minimum: n, inclusive: true, input: text });
  });

/** At most `n` characters. */
export const maxLength = (n: number) => z.maxLength(n);

/** Exactly `n` characters; it says which of the two bounds was missed. */
export const exactLength = (n: number) => z.length(n);

/** The shape that the field's own schema names. */
export const regex = (shape: RegExp) => rule<string>('regex', (text) => shape.test(text));

/** Letters of any language, with their accents. */
export const alpha = () => rule<string>('alpha', (text) => /^[\p{L}\p{M}]+$/u.test(text));

export const alphaNum = () => rule<string>('alpha_num', (text) => /^[\p{L}\p{M}\p{N}]+$/u.test(text));

/** Letters, digits, dashes and underscores. */
export const alphaDash = () => rule<string>('alpha_dash', (text) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text));

export const alphaSpaces = () => rule<string>('alpha_spaces', (text) => /^[\p{L}\p{M}\s]+$/u.test(text));

/** A whole address on the web, `https://school.example/path`. */
export const webAddress = () =>
  rule<string>(
    'url',
    (text) => /^https?:\/\/[^\s/?#]+/i.test(text) && !/\s/.test(text) && URL.canParse(text),
  );

/** An IP address of version 4 or 6. */
export const ipAddress = () =>
  rule<string>('ip', (text) => z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success);
