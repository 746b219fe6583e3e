import { z } from 'zod';
import { isPlainDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { isBlank, rule } from './rule.ts';

const READERS = {
  'MM/dd/yyyy': parseUsDate,
  'yyyy-MM-dd': (text: string) => (isPlainDate(text) ? text : undefined),
} satisfies Record<string, (text: string) => PlainDate | undefined>;

export type DateFormat = keyof typeof READERS;

const SHAPES: Record<DateFormat, RegExp> = {
  'MM/dd/yyyy': /^\d{2}\/\d{2}\/\d{4}$/,
  'yyyy-MM-dd': /^\d{4}-\d{2}-\d{2}$/,
};

/** A day that does not exist, such as 02/30/2027, has a sentence of its own (MD25). */
export const dateFormat = (format: DateFormat = 'MM/dd/yyyy') =>
  z.superRefine<string>((text, context) => {
    if (isBlank(text) || READERS[format](text) !== undefined) return;
    const broken = SHAPES[format].test(text) ? 'day_exists' : 'date_format';
    context.addIssue({ code: 'custom', params: { format, rule: broken }, input: text });
  });

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
