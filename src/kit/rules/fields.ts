import { z } from 'zod';
import { dateFormat } from './date.ts';
import { dashedPhone, emailAddress, noWebAddress, oneLine } from './text.ts';

/**
 * The fields that forms share, put together from the rules of accounts.md §5 (`kit/rules`). The same schema
 * checks in the browser and on the server; field-messages.ts says every problem in the words of the message
 * catalog.
 */

const TEXT_MAX = 255;

const text = (max: number) =>
  max > TEXT_MAX ? z.string().trim().max(max) : z.string().trim().max(max).check(oneLine());

/** A required text of 1 to `max` characters, trimmed; up to 255 it is one line. */
export const requiredText = (max = TEXT_MAX) => text(max).min(1);

/** Blank means none. */
const orNone = <T extends z.ZodType<string>>(text: T) => text.nullish().transform((given) => given || null);

/** An optional text of at most `max` characters; blank means none. Up to 255 it is one line. */
export const optionalText = (max = TEXT_MAX) => orNone(text(max));

/** A required name of a person. */
export const personName = () => requiredText().check(noWebAddress());

/** An optional name of a person; blank means none. */
export const optionalPersonName = () => orNone(text(TEXT_MAX).check(noWebAddress()));

// The shape comes before the length: a domain of 255 characters is no address, not a long one.
const address = () => z.string().trim().toLowerCase().check(emailAddress()).max(TEXT_MAX);

/** A required e-mail address, lower-cased. */
export const email = () => address().min(1);

/** An optional e-mail address, lower-cased; blank means none. */
export const optionalEmail = () => orNone(address());

/** A required phone number, `123-456-7890`. */
export const phone = () => z.string().trim().min(1).check(dashedPhone());

/** A field of a form that changes what is there: blank takes it away, absent leaves it alone. */
const orUnchanged = <T extends z.ZodType<string>>(field: T) =>
  field
    .nullable()
    .transform((given) => given || null)
    .optional();

/** A phone number, `123-456-7890`, that a form may take away or leave alone. */
export const changedPhone = () => orUnchanged(z.string().trim().check(dashedPhone()));

/** A text of at most `max` characters that a form may take away or leave alone. */
export const changedText = (max = TEXT_MAX) => orUnchanged(text(max));

/** An optional phone number; blank means none. */
export const optionalPhone = () => orNone(z.string().trim().check(dashedPhone()));

/** A required calendar day as a person types it, `MM/dd/yyyy`. */
export const usDate = () => z.string().trim().min(1).check(dateFormat('MM/dd/yyyy'));

/** An optional calendar day as a person types it, `MM/dd/yyyy`; blank means none. */
export const optionalUsDate = () => orNone(z.string().trim().check(dateFormat('MM/dd/yyyy')));

/** A password as accounts.md §5 has it: 6 to 255 characters, never trimmed or folded. */
export const password = () => z.string().min(1).min(6).max(TEXT_MAX);

/** A required choice of a fixed list. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values);

/** The 50 states and the District of Columbia (accounts.md §3, MA11). */
export const US_STATES = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DC',
  'DE',
  'FL',
  'GA',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'WA',
  'WV',
  'WI',
  'WY',
] as const;
