import { isPlainDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { rule } from './rule.ts';

const READERS = {
  'MM/dd/yyyy': parseUsDate,
  'yyyy-MM-dd': (text: string) => (isPlainDate(text) ? text : undefined),
} satisfies Record<string, (text: string) => PlainDate | undefined>;

export type DateFormat = keyof typeof READERS;

export const dateFormat = (format: DateFormat = 'MM/dd/yyyy') =>
  rule<string>('date_format', (text) => READERS[format](text) !== undefined, { params: { format } });

/** An unreadable day fails every comparison. */
const onDay = (format: DateFormat, isGood: (day: PlainDate) => boolean) => (text: string) => {
  const day = READERS[format](text);
  return day !== undefined && isGood(day);
};

export const dateBetween = (first: PlainDate, last: PlainDate, format: DateFormat = 'MM/dd/yyyy') =>
  rule<string>(
    'date_between',
    onDay(format, (day) => first <= day && day <= last),
  );

/** Later than `limit`, not equal. */
export const after = (limit: PlainDate, format: DateFormat = 'MM/dd/yyyy') =>
  rule<string>(
    'after',
    onDay(format, (day) => day > limit),
  );

/** Earlier than `limit`, not equal. */
export const before = (limit: PlainDate, format: DateFormat = 'MM/dd/yyyy') =>
  rule<string>(
    'before',
    onDay(format, (day) => day < limit),
  );
