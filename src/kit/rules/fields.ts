import { z } from 'zod';
import { formatEmail } from '#kit/text/email-address.ts';
import { formatDay } from '#kit/text/format-day.ts';
import { formatPhone } from '#kit/text/format-phone.ts';
import { formatZip } from '#kit/text/format-zip.ts';
import { normalizePassword } from '#kit/text/normalize-password.ts';
import { dateFormat } from './date.ts';
import { dashedPhone, emailAddress, noWebAddress, oneLine, zipCode, zipExists } from './text.ts';

/**
 * Fields shared by forms, from the rules of accounts.md §5 (`kit/rules`). The same schema checks in the
 * browser and on the server; field-messages.ts gives the sentences. Phones, days and ZIPs are rewritten here
 * too, because a field filled in by the browser is never left (MD12).
 */

const TEXT_MAX = 255;

// Composed letters (NFC): a name typed on two devices is one name (MD17).
const written = (max: number) => z.string().trim().normalize('NFC').max(max);

const text = (max: number) => (max > TEXT_MAX ? written(max) : written(max).check(oneLine()));

/** Up to 255 characters, the text must be a single line. */
export const requiredText = (max = TEXT_MAX) => text(max).min(1);

const orNone = <T extends z.ZodType<string>>(text: T) => text.nullish().transform((given) => given || null);

/** Blank means none. Up to 255 characters, the text must be a single line. */
export const optionalText = (max = TEXT_MAX) => orNone(text(max));

export const personName = () => requiredText().check(noWebAddress());

export const optionalPersonName = () => orNone(text(TEXT_MAX).check(noWebAddress()));

// The shape comes before the length: a domain of 255 characters is an invalid address, not a long address.
const address = () => z.string().overwrite(formatEmail).check(emailAddress()).max(TEXT_MAX);

export const email = () => address().min(1);

export const optionalEmail = () => orNone(address());

const phoneText = () => z.string().trim().overwrite(formatPhone).check(dashedPhone());

export const phone = () => phoneText().min(1);

/** A field of a form for changes: blank removes the value, absent leaves the value unchanged. */
const orUnchanged = <T extends z.ZodType<string>>(field: T) =>
  field
    .nullable()
    .transform((given) => given || null)
    .optional();

export const changedPhone = () => orUnchanged(phoneText());

export const changedText = (max = TEXT_MAX) => orUnchanged(text(max));

export const optionalPhone = () => orNone(phoneText());

/** Blank stays blank. */
export const dayText = () => z.string().trim().overwrite(formatDay).check(dateFormat('MM/dd/yyyy'));

export const usDate = () => dayText().min(1);

export const optionalUsDate = () => orNone(dayText());

export const zip = () => requiredText(50).overwrite(formatZip).check(zipCode(), zipExists());

const typedPassword = () => z.string().overwrite(normalizePassword).min(1).min(6);

/** 6 to 255 characters, never trimmed or folded (accounts.md §5), in one spelling (MD17). */
export const password = () => typedPassword().max(TEXT_MAX);

export const repeatedPassword = () => typedPassword();

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
