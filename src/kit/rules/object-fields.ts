import { z } from 'zod';
import { cents, centsFromDollars, milliPercent, milliPercentFromPercent } from '#kit/money.ts';
import { isLaterTime, isLocalTime } from '#kit/local-time.ts';
import { addDays, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { BrokenRule } from './broken-rule.ts';
import { fieldTypeOf, ofType } from './field-types.ts';
import { isEmailAddress } from '#kit/text/email-address.ts';
import { objectRules } from './object-rules.ts';
import { isObject } from './rule.ts';

/*
 * The fields of objects in a file, a call and a form. Each rule has a sentence (object-rules.ts), and an
 * issue carries the rule in `params`.
 */

const MAX_DOLLARS = 1_000_000;
const MAX_PERCENT = 100;

/**
 * A schema with a single sentence for all refused values.
 * @param isGood  the condition of the sentence, if fields or items of the schema have further sentences
 */
export const told = <T extends z.ZodType>(
  broken: BrokenRule,
  schema: T,
  isGood = (value: unknown) => schema.safeParse(value).success,
) =>
  z.preprocess((value: z.input<T>, context) => {
    const params = value === undefined ? objectRules.missing() : broken;
    if (!isGood(value)) context.addIssue({ code: 'custom', params });
    return value;
  }, schema);

/** Copies the type and the metadata of a field, for example the format, to the surrounding field. */
function withMetaOf<T extends z.ZodType>(field: z.ZodType, around: T): T {
  const type = fieldTypeOf(field);
  const copy = around.meta({ ...field.meta() });
  return type ? ofType(type, copy) : copy;
}

/** A nullable field may be left out; both mean none. */
export const orNone = <T extends z.ZodType>(field: T) =>
  withMetaOf(
    field,
    field.nullish().transform((value) => value ?? null),
  );

/** A field left out stays unchanged; null means none. */
export const orUnchanged = <T extends z.ZodType>(field: T) => withMetaOf(field, field.nullable().optional());

// PostgreSQL stores no zero character.
const hasNoZero = (text: string) => !text.includes('\0');

export const text = (max = 255) =>
  ofType({ takes: 'text' }, told(objectRules.text(max), z.string().trim().min(1).max(max).refine(hasNoZero)));

/** A text around a name; may begin or end with a blank. */
export const looseText = (max = 255) =>
  ofType(
    { takes: 'loose_text' },
    told(objectRules.text_or_empty(max), z.string().max(max).refine(hasNoZero)),
  );

export const textOrNone = (max = 255) => orNone(text(max));

const HTML_MAX = 200_000;

/** HTML; sanitized on storing. */
export const htmlOrNone = (max = HTML_MAX) =>
  orNone(ofType({ takes: 'html' }, looseText(max).meta({ format: 'html' })));

export const flag = () => ofType({ takes: 'flag' }, told(objectRules.flag(), z.boolean()));

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  ofType({ takes: 'choice', values }, told(objectRules.choice(values), z.enum(values)));

export const constant = <const T extends string | number>(value: T) =>
  told(objectRules.value(value), z.literal(value));

const COUNT_MAX = 2_147_483_647;

const countUpTo = (min: number, max: number) => told(objectRules.count(min), z.int().min(min).max(max));

export const count = (min: number) => ofType({ takes: 'count' }, countUpTo(min, COUNT_MAX));

/** Whole cents, as written and inside. */
export const wholeCents = (min: number) => ofType({ takes: 'cents' }, count(min).transform(cents));

/** A whole number within two bounds, which its sentence names. */
export const countFrom = (min: number, max: number) =>
  ofType({ takes: 'count' }, told(objectRules.between(min, max), z.int().min(min).max(max)));

export const countOrNone = (min: number) => orNone(count(min));

/** A whole number of a short list. */
export const countOf = (values: readonly number[]) =>
  ofType(
    { takes: 'choice', values },
    told(
      objectRules.choice(values),
      z.int().refine((value) => values.includes(value)),
    ),
  );

const hasDecimals = (value: number, decimals: number) => {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

const decimalUpTo = (max: number, decimals: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((value) => hasDecimals(value, decimals));

/** Dollars as written, whole cents inside (C1). */
export const dollars = () =>
  ofType(
    { takes: 'dollars' },
    told(objectRules.dollars(), decimalUpTo(MAX_DOLLARS, 2)).transform(centsFromDollars),
  );

export const dollarsOrNone = () => orNone(dollars());

/** A percent number as written, thousandths of a percent inside (C1). */
export const percentOrNone = () =>
  orNone(
    ofType(
      { takes: 'percent' },
      told(objectRules.percent(), decimalUpTo(MAX_PERCENT, 3)).transform(milliPercentFromPercent),
    ),
  );

/** Thousandths of a percent, as written and inside: 3000 is 3 %. */
export const rate = () => ofType({ takes: 'rate' }, countUpTo(0, MAX_PERCENT * 1000).transform(milliPercent));

const STATE = /^[A-Z]{2}$/;

const state = () => told(objectRules.state(), z.string().regex(STATE));

/** A list replaces the whole former list; undefined if left out. */
const listOrUnchanged = <T extends z.ZodType>(item: T) =>
  told(objectRules.list(), z.array(item), Array.isArray).optional();

export const states = () => ofType({ takes: 'states' }, listOrUnchanged(state()));

/** A list of texts, of which none is the key of an object. */
export const texts = () => ofType({ takes: 'texts' }, listOrUnchanged(text()));

/** @param of  the kind of objects whose keys are listed */
export const names = (of: string) => ofType({ takes: 'names', of }, listOrUnchanged(text()));

/** A list left out changes nothing. */
export const list = <T extends z.ZodType>(item: T) =>
  told(objectRules.list(), z.array(item), Array.isArray)
    .nullish()
    .transform((items) => items ?? []);

const RELATIVE = /^today(?:([+-]\d{1,5})d)?$/;

/** Resolves a day as written: `2027-09-01`, `today`, `today+30d`; undefined for other texts. */
export function resolveDay(text: string, today: PlainDate): PlainDate | undefined {
  const relative = RELATIVE.exec(text);
  if (relative) return addDays(today, Number(relative[1] ?? 0));
  return isPlainDate(text) ? text : undefined;
}

/** A day after `resolveDay`; relative forms are refused. */
export const day = () =>
  ofType(
    { takes: 'day' },
    told(
      objectRules.day(),
      z.custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value)),
    ).meta({ type: 'string', format: 'date' }),
  );

export const dayOrNone = () => orNone(day());

/** A day and time in company time: `2027-03-01T08:00`; null for none. */
export const timeOrNone = () =>
  orNone(
    ofType(
      { takes: 'local_time' },
      told(objectRules.local_time(), z.string().refine(isLocalTime)).meta({ format: 'local-time' }),
    ),
  );

/** A day as written in a call; the service resolves relative forms. */
export const writtenDay = () =>
  told(
    objectRules.day(),
    z.string().refine((text) => RELATIVE.test(text) || isPlainDate(text)),
  );

const FILE_NAME = /^[\w-]+(\.[\w-]+)+$/;

/** The name of a stored PDF. */
export const pdfName = (example: string) =>
  ofType(
    { takes: 'file', holds: 'pdf' },
    text().refine((name) => FILE_NAME.test(name), { params: objectRules.file(example) }),
  );

export const email = () =>
  ofType({ takes: 'email' }, text().refine(isEmailAddress, { params: objectRules.email() }));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = () =>
  ofType({ takes: 'time_zone' }, text().refine(isTimeZone, { params: objectRules.time_zone() }));

const isRecord = (value: unknown) => isObject({ value }) && !Array.isArray(value);

/** An object whose keys are data; a wrong key has its sentence at its own place. */
const keyed = <T extends z.ZodType>(key: RegExp, broken: BrokenRule, item: T) =>
  told(
    objectRules.object(),
    z.record(z.string(), item).superRefine((value, context) => {
      for (const name of Object.keys(value))
        if (!key.test(name)) context.addIssue({ code: 'custom', path: [name], params: broken });
    }),
    isRecord,
  );

export const byState = <T extends z.ZodType>(item: T) =>
  ofType({ takes: 'rates_by_state' }, keyed(STATE, objectRules.state(), item));

const WORK = /^[a-z][a-z0-9_.-]{0,99}$/;

/** After how many days work is amber and red, by the kind of work. */
export const agesByWork = () =>
  ofType(
    { takes: 'ages_by_work' },
    keyed(WORK, objectRules.work(), record({ amber: count(1), red: count(1) })),
  );

/** An object with these fields; an unknown key is a typing error. */
export const record = <T extends z.core.$ZodLooseShape>(shape: T, rules: readonly RuleAcross[] = []) =>
  told(objectRules.object(), z.strictObject(shape).check(...rules), isRecord);

type Say = (field: string, broken: BrokenRule, within?: PropertyKey[]) => void;

export type RuleAcross = z.core.$ZodCheck<object>;

/**
 * A rule across the fields of an object. The rule runs even with wrong fields, to find all errors at once;
 * wrong fields are hidden from the rule.
 */
export const across = (decide: (sound: Record<string, unknown>, say: Say) => void): RuleAcross =>
  z.superRefine<object>(
    (value, context) => {
      const wrong = new Set(context.issues.map((issue) => issue.path?.[0]));
      const sound = Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field)));
      decide(sound, (field, params, within = []) => {
        if (!wrong.has(field)) context.addIssue({ code: 'custom', path: [field, ...within], params });
      });
    },
    { when: isObject },
  );

export const isDay = (value: unknown): value is string => typeof value === 'string';

export const needsOrderedDays = (from: string, thru: string) =>
  across((value, say) => {
    const [first, last] = [value[from], value[thru]];
    if (isDay(first) && isDay(last) && last < first) say(thru, objectRules.not_earlier(from));
  });

export const needsLaterTime = (from: string, thru: string) =>
  across((value, say) => {
    const [first, last] = [value[from], value[thru]];
    if (typeof first !== 'string' || typeof last !== 'string') return;
    if (!isLaterTime(last, first)) say(thru, objectRules.later(from));
  });
