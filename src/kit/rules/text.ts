import { z } from 'zod';
import { isZipPlace } from '#kit/state-of-zip.ts';
import { parsedUrl } from '#kit/text/parsed-url.ts';
import { rule } from './rule.ts';

const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 254;

export const emailAddress = () =>
  rule<string>('email', (text) => {
    const at = text.lastIndexOf('@');
    return at <= LOCAL_PART_MAX && text.length - at - 1 <= DOMAIN_MAX && z.email().safeParse(text).success;
  });

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

// Line breaks and tabs; marks changing the direction of text; marks without a width.
const HIDDEN = new RegExp(
  [
    String.raw`[\t\n\v\f\r\u0085\u2028\u2029]`,
    String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`,
    String.raw`[\u00ad\u180e\u200b\u2060-\u2064\ufeff]`,
  ].join('|'),
);

// A joiner belongs between two letters of scripts using joiners, or between the parts of an emoji.
const JOINED = [
  String.raw`\p{Script=Arabic}\p{M}\p{Lo}`,
  String.raw`\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\u2640\u2642`,
].join('');
const STRAY_JOINER = new RegExp(`(?<![${JOINED}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINED}])`, 'u');

/** A single line without line breaks, direction marks and invisible characters (H15). */
export const oneLine = () =>
  rule<string>('one_line', (text) => !HIDDEN.test(text) && !STRAY_JOINER.test(text));

// The endings turned into links most often by mail programs; `J.R.` and `St.John` are names.
const ENDINGS = [
  'com|net|org|info|biz|io|co|me|us|edu|gov|app|dev|xyz|site|online|shop|store|top|link|click|live',
  'ly|gl|gg|tv|cc|ru|cn|de|uk|fr|nl|eu|in|br',
].join('|');
const WEB_ADDRESS = new RegExp(
  String.raw`://|(?<![\p{L}\p{N}])www\.|[\p{L}\p{N}-]\.(${ENDINGS})(?![\p{L}\p{N}])`,
  'iu',
);

/** A name without a web address: mails greet by name, and readers press apparent links (H15). */
export const noWebAddress = () => rule<string>('no_web_address', (text) => !WEB_ADDRESS.test(text));

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
