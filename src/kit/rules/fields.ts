import { z } from 'zod';
import { dateFormat } from './date.ts';
import { dashedPhone, emailAddress } from './text.ts';

/**
 * The fields that forms share, put together from the rules of accounts.md §5 (`kit/rules`). The same schema
 * checks in the browser and on the server; field-messages.ts says every problem in the words of the message
 * catalog.
 */

const TEXT_MAX = 255;

/** A required text of 1 to `max` characters, trimmed. */
export const requiredText = (max = TEXT_MAX) => z.string().trim().min(1).max(max);

/** Blank means none. */
const orNone = <T extends z.ZodType<string>>(text: T) => text.nullish().transform((given) => given || null);

/** An optional text of at most `max` characters; blank means none. */
export const optionalText = (max = TEXT_MAX) => orNone(z.string().trim().max(max));

// The shape comes before the length: a domain of 255 characters is no address, not a long one.
const address = () => z.string().trim().toLowerCase().check(emailAddress()).max(TEXT_MAX);

/** A required e-mail address, lower-cased. */
export const email = () => address().min(1);

/** An optional e-mail address, lower-cased; blank means none. */
export const optionalEmail = () => orNone(address());

/** A required phone number, `123-456-7890`. */
export const phone = () => z.string().trim().min(1).check(dashedPhone());

/** A phone number of a form that changes what is there: blank takes it away, absent leaves it alone. */
export const changedPhone = () =>
  z
    .string()
    .trim()
    .check(dashedPhone())
    .nullable()
    .transform((text) => text || null)
    .optional();

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
