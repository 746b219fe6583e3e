import { z } from 'zod';
import { isZipPlace } from '#kit/state-of-zip.ts';
import { isEmailAddress } from '#kit/text/email-address.ts';
import { holdsHiddenMarks } from '#kit/text/hidden-marks.ts';
import { parsedUrl } from '#kit/text/parsed-url.ts';
import { holdsWebAddress } from '#kit/text/web-address.ts';
import { rule } from './rule.ts';

export const emailAddress = () => rule<string>('email', isEmailAddress);

/** `914-555-0101`: area code and exchange begin with 2 to 9 (MD6). */
export const dashedPhone = () => rule<string>('phone', (text) => /^[2-9]\d{2}-[2-9]\d{2}-\d{4}$/.test(text));

const ZIP = /^\d{5}(-\d{4})?$/;

export const zipCode = () => rule<string>('zip', (text) => ZIP.test(text));

/** Passes a text that is no ZIP code; `zipCode` refuses the text. */
export const zipExists = () => rule<string>('zip_exists', (text) => !ZIP.test(text) || isZipPlace(text));

/** Allows a blank text. */
export const minLength = (n: number) =>
  z.superRefine<string>((text, context) => {
    if (text !== '' && text.length < n)
      context.addIssue({ code: 'too_small', origin: 'string', minimum: n, inclusive: true, input: text });
  });

export const maxLength = (n: number) => z.maxLength(n);

export const exactLength = (n: number) => z.length(n);

export const regex = (shape: RegExp) => rule<string>('regex', (text) => shape.test(text));

/** A single line without line breaks, direction marks and characters that nobody sees (H15, MH16). */
export const oneLine = () => rule<string>('one_line', (text) => !holdsHiddenMarks(text));

/** A name without a web address: mails greet by name, and readers press apparent links (H15, MH16). */
export const noWebAddress = () => rule<string>('no_web_address', (text) => !holdsWebAddress(text));

export const alpha = () => rule<string>('alpha', (text) => /^[\p{L}\p{M}]+$/u.test(text));

export const alphaNum = () => rule<string>('alpha_num', (text) => /^[\p{L}\p{M}\p{N}]+$/u.test(text));

export const alphaDash = () => rule<string>('alpha_dash', (text) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text));

export const alphaSpaces = () => rule<string>('alpha_spaces', (text) => /^[\p{L}\p{M}\s]+$/u.test(text));

export const webAddress = () =>
  rule<string>(
    'url',
    (text) => /^https?:\/\/[^\s/?#]+/i.test(text) && !/\s/.test(text) && parsedUrl(text) !== undefined,
  );

export const ipAddress = () =>
  rule<string>('ip', (text) => z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success);
