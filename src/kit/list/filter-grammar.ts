import { addDays, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { Cents } from '#kit/money.ts';
import type { Right } from '#kit/endpoint/right.ts';

/** The kind of a filter decides which field the page shows; `right`: the filter of staff with this right. */
export type FilterKind =
  | { readonly kind: 'choices'; readonly values: readonly string[]; readonly right?: Right }
  | {
      readonly kind: 'ids' | 'seasons' | 'names' | 'days' | 'amounts' | 'numbers' | 'yes_no' | 'text';
      readonly right?: Right;
    };

// The values of filters in the address of a list (OF1.2). Every reader returns undefined for a wrong text.

/** Days with both ends inside; an open end is undefined. */
export type DaySpan = { readonly from?: PlainDate | undefined; readonly thru?: PlainDate | undefined };

export const DAY_WORDS = ['today', 'last_7d', 'next_7d', 'this_month', 'last_month'] as const;
export type DayWord = (typeof DAY_WORDS)[number];

/** A word is resolved on the day of the reading, so a kept address moves on with the days. */
export type Days = DaySpan | { readonly word: DayWord };

export type AmountSpan = { readonly from_cents?: Cents | undefined; readonly thru_cents?: Cents | undefined };

export type NumberSpan = { readonly from_n?: number | undefined; readonly thru_n?: number | undefined };

const MOST_CHOICES = 100;

export function readChoices<V extends string>(text: string, values?: readonly V[]): readonly V[] | undefined {
  const written = [...new Set(text.split(',').map((one) => one.trim()))] as V[];
  const isKnown = (one: V) => one !== '' && (values === undefined || values.includes(one));
  return written.length <= MOST_CHOICES && written.every(isKnown) ? written : undefined;
}

export function readIds(text: string): readonly number[] | undefined {
  const numbers = readChoices(text)?.map((one) => (/^[1-9]\d{0,14}$/.test(one) ? Number(one) : 0));
  return numbers?.every((one) => one > 0) ? numbers : undefined;
}

/** `current` moves on with the school years. */
export function readSeasons(text: string): readonly ('current' | number)[] | undefined {
  const seasons = readChoices(text)?.map((one) => (one === 'current' ? one : readIds(one)?.[0]));
  return seasons?.every((one) => one !== undefined) ? seasons : undefined;
}

const parts = (text: string): readonly [string, string] | undefined => {
  const [from, thru, ...more] = text.split('..');
  if (more.length > 0 || from === undefined) return undefined;
  return [from.trim(), (thru ?? from).trim()];
};

const isDayWord = (text: string): text is DayWord => DAY_WORDS.some((word) => word === text);

export function readDays(text: string): Days | undefined {
  if (isDayWord(text)) return { word: text };
  const [from, thru] = parts(text) ?? ['', ''];
  const isDay = (day: string): day is PlainDate | '' => day === '' || isPlainDate(day);
  if (!isDay(from) || !isDay(thru) || (from === '' && thru === '')) return undefined;
  if (from !== '' && thru !== '' && from > thru) return undefined;
  return { from: from || undefined, thru: thru || undefined };
}

const WEEK = 7;

const firstOfMonth = (day: PlainDate) => `${day.slice(0, 8)}01` as PlainDate;

function endOfMonth(day: PlainDate): PlainDate {
  // From the first, 31 days later is in the next month.
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}

/** `last_7d` ends and `next_7d` begins today. */
export function spanOf(days: Days, today: PlainDate): DaySpan {
  if (!('word' in days)) return days;
  if (days.word === 'today') return { from: today, thru: today };
  if (days.word === 'last_7d') return { from: addDays(today, 1 - WEEK), thru: today };
  if (days.word === 'next_7d') return { from: today, thru: addDays(today, WEEK - 1) };
  const inMonth = days.word === 'this_month' ? today : addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(inMonth), thru: endOfMonth(inMonth) };
}

function readAmount(text: string): Cents | undefined {
  const [, dollars, digits = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return dollars === undefined
    ? undefined
    : ((Number(dollars) * 100 + Number(digits.padEnd(2, '0'))) as Cents);
}

export function readAmounts(text: string): AmountSpan | undefined {
  const [from, thru] = parts(text) ?? ['', ''];
  const [from_cents, thru_cents] = [readAmount(from), readAmount(thru)];
  const isRead = (from === '' || from_cents !== undefined) && (thru === '' || thru_cents !== undefined);
  if (!isRead || (from === '' && thru === '')) return undefined;
  if (from_cents !== undefined && thru_cents !== undefined && from_cents > thru_cents) return undefined;
  return { from_cents, thru_cents };
}

/** `7..30`, `30..`; both ends are inside */
export function readNumbers(text: string): NumberSpan | undefined {
  const [from, thru] = parts(text) ?? ['', ''];
  if (![from, thru].every((end) => /^\d{0,6}$/.test(end)) || (from === '' && thru === '')) return undefined;
  const [from_n, thru_n] = [from, thru].map((end) => (end === '' ? undefined : Number(end)));
  if (from_n !== undefined && thru_n !== undefined && from_n > thru_n) return undefined;
  return { from_n, thru_n };
}

export function readYesNo(text: string): boolean | undefined {
  if (text === 'yes') return true;
  return text === 'no' ? false : undefined;
}

const LONGEST_TEXT = 100;

export const readText = (text: string): string | undefined =>
  text.length <= LONGEST_TEXT ? text : undefined;

const READERS: Record<Exclude<FilterKind['kind'], 'choices'>, (text: string) => unknown> = {
  ids: readIds,
  seasons: readSeasons,
  names: (text) => readChoices(text),
  days: readDays,
  amounts: readAmounts,
  numbers: readNumbers,
  yes_no: readYesNo,
  text: readText,
};

/** Whether a filter takes a text of the address. */
export function isReadable(filter: FilterKind, text: string): boolean {
  const written = text.trim();
  const value =
    filter.kind === 'choices' ? readChoices(written, filter.values) : READERS[filter.kind](written);
  return value !== undefined;
}

const spanText = (from: unknown, thru: unknown) =>
  from === thru ? String(from) : `${String(from ?? '')}..${String(thru ?? '')}`;

const dollarsText = (amount: Cents | undefined) => (amount === undefined ? undefined : String(amount / 100));

/** A value of a filter as the address has the value. */
export function filterText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if ('word' in value) return String(value.word);
  if ('from_cents' in value) {
    const { from_cents, thru_cents } = value as AmountSpan;
    return spanText(dollarsText(from_cents), dollarsText(thru_cents));
  }
  if ('from_n' in value) {
    const { from_n, thru_n } = value as NumberSpan;
    return spanText(from_n, thru_n);
  }
  const { from, thru } = value as DaySpan;
  return spanText(from, thru);
}
