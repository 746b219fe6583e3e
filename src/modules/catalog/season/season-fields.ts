import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, milliPercent, milliPercentFromPercent } from '#kit/money.ts';
import { addDays, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { tooSmallTerms, type PricedRoute } from './too-small-terms.ts';

/*
 * The fields of a season file. Every field has a message of its own: the expected value in plain words, not a
 * validator's finding.
 */

const MAX_DOLLARS = 1_000_000;
const MAX_PERCENT = 100;

const isBlank = (value: unknown) => value === undefined;

const says = (must: () => string) => ({
  error: (issue: { input: unknown }) => (isBlank(issue.input) ? m.catalog_season_missing() : must()),
});

/** A nullable field may be left out; both mean none. */
const orNone = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null);

// PostgreSQL stores no zero character.
const hasNoZero = (text: string) => !text.includes('\0');

export const text = (max = 255) => {
  const must = says(() => m.catalog_season_must_be_text({ max }));
  return z.string(must).trim().min(1, must).max(max, must).refine(hasNoZero, must);
};

/** A text around a route's name; may begin or end with a blank. */
export const looseText = (max = 255) => {
  const must = says(() => m.catalog_season_must_be_text_or_empty({ max }));
  return z.string(must).max(max, must).refine(hasNoZero, must);
};

export const textOrNone = (max = 255) => orNone(text(max));

const HTML_MAX = 200_000;

/** HTML; sanitized on storing. */
export const htmlOrNone = () => orNone(looseText(HTML_MAX)).meta({ format: 'html' });

export const flag = () => z.boolean(says(m.catalog_season_must_be_flag));

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(
    values,
    says(() => m.catalog_season_must_be_choice({ values: values.join(', ') })),
  );

export const constant = <const T extends string | number>(value: T, must: () => string) =>
  z.literal(value, says(must));

const COUNT_MAX = 2_147_483_647;

export const count = (min: number) => {
  const must = says(() => m.catalog_season_must_be_count({ min }));
  return z.int(must).min(min, must).max(COUNT_MAX, must);
};

export const countOrNone = (min: number) => orNone(count(min));

const hasDecimals = (value: number, decimals: number) => {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

/** Dollars in the file, whole cents inside (C1). */
export const dollars = () =>
  z
    .number(says(m.catalog_season_must_be_dollars))
    .refine(
      (value) => value >= 0 && value <= MAX_DOLLARS && hasDecimals(value, 2),
      says(m.catalog_season_must_be_dollars),
    )
    .transform(centsFromDollars);

export const dollarsOrNone = () => orNone(dollars());

/** A percent number in the file, thousandths of a percent inside (C1). */
export const percentOrNone = () =>
  orNone(
    z
      .number(says(m.catalog_season_must_be_percent))
      .refine(
        (value) => value >= 0 && value <= MAX_PERCENT && hasDecimals(value, 3),
        says(m.catalog_season_must_be_percent),
      )
      .transform(milliPercentFromPercent),
  );

/** Thousandths of a percent, in the file and inside: 3000 is 3 %. */
export const rate = () =>
  count(0)
    .max(MAX_PERCENT * 1000)
    .transform(milliPercent);

const STATE = /^[A-Z]{2}$/;
const state = () => text().regex(STATE, says(m.catalog_season_must_be_state));

/** A list replaces the whole former list; undefined if left out. */
export const states = () => z.array(state(), says(m.catalog_season_must_be_list)).optional();

export const byState = <T extends z.ZodType>(item: T) =>
  z.record(state(), item, says(m.catalog_season_must_be_object));

const RELATIVE = /^today(?:([+-]\d{1,5})d)?$/;

/** Resolves a day of the file: `2027-09-01`, `today`, `today+30d`; undefined for other texts. */
export function resolveDay(text: string, today: PlainDate): PlainDate | undefined {
  const relative = RELATIVE.exec(text);
  if (relative) return addDays(today, Number(relative[1] ?? 0));
  return isPlainDate(text) ? text : undefined;
}

export const day = (today: PlainDate) =>
  z.string(says(m.catalog_season_must_be_day)).transform((value, context): PlainDate => {
    const resolved = resolveDay(value, today);
    if (resolved) return resolved;
    context.addIssue({ code: 'custom', message: m.catalog_season_must_be_day() });
    return z.NEVER;
  });

export const dayOrNone = (today: PlainDate) => orNone(day(today));

const FILE_NAME = /^[\w-]+(\.[\w-]+)+$/;

export const fileName = () =>
  text().regex(
    FILE_NAME,
    says(() => m.catalog_season_must_be_file({ example: 'school-2027.pdf' })),
  );

const CONTENT = /^(content(\/[\w-]+)*\/[\w-]+(\.[\w-]+)+|https?:\/\/\S+)$/;

export const contentPath = () => text(2_000).regex(CONTENT, says(m.catalog_season_must_be_content));

export const email = () =>
  text().refine((value) => z.email().safeParse(value).success, says(m.catalog_season_must_be_email));

export const emailOrNone = () => orNone(email());

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = () => text().refine(isTimeZone, says(m.catalog_season_must_be_time_zone));

/** An unknown key is a typing error. */
export const record = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? m.catalog_season_unknown()
        : isBlank(issue.input)
          ? m.catalog_season_missing()
          : m.catalog_season_must_be_object(),
  });

/** A list replaces the whole former list; undefined if left out. */
export const names = () => z.array(text(), says(m.catalog_season_must_be_list)).optional();

/** A list left out changes nothing. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item, says(m.catalog_season_must_be_list))
    .nullish()
    .transform((items) => items ?? []);

/*
 * Rules between the fields of an object. Rules run even if other fields are wrong, so a single run finds all
 * errors; wrong fields are hidden from the rules.
 */

type Checked = { value: unknown; issues: { path?: PropertyKey[] }[] };
type Say = (field: string, sentence: string, within?: PropertyKey[]) => void;

function rule(decide: (value: Record<string, unknown>, say: Say) => void) {
  const check = z.check((payload) => {
    if (typeof payload.value !== 'object' || payload.value === null) return;
    const wrong = new Set((payload as Checked).issues.map((issue) => issue.path?.[0]));
    const sound = Object.fromEntries(Object.entries(payload.value).filter(([field]) => !wrong.has(field)));
    decide(sound, (field, message, within = []) => {
      if (!wrong.has(field))
        payload.issues.push({ code: 'custom', path: [field, ...within], message, input: sound[field] });
    });
  });
  // Zod gives `when` to refinements only, and a refinement reports a single issue.
  // oxlint-disable-next-line no-underscore-dangle
  check._zod.def.when = () => true;
  return check as never;
}

/** A Full term has one payment; a scheduled term has later payments and a day for them (T4). */
export const needsPaymentsOfItsType = rule((term, say) => {
  const { payment_term_type: type, number_payments: n, amount, scheduled_dt, thru_dt } = term;
  if (type === 'paymentTermTypeFull') {
    if (typeof n === 'number' && n !== 1) say('number_payments', m.catalog_season_full_one_payment());
    if (typeof amount === 'number' && amount !== 0) say('amount', m.catalog_season_full_no_amount());
  }
  if (type === 'paymentTermTypeScheduled') {
    if (typeof n === 'number' && n < 2) say('number_payments', m.catalog_season_scheduled_payments());
    if (typeof amount === 'number' && amount <= 0) say('amount', m.catalog_season_scheduled_amount());
    if (scheduled_dt === null) say('scheduled_dt', m.catalog_season_scheduled_day());
    if (isDay(scheduled_dt) && isDay(thru_dt) && scheduled_dt <= thru_dt)
      say('scheduled_dt', m.catalog_season_scheduled_after());
  }
});

/** P1 */
export const needsAnAmount = rule(({ amount_flat, amount_percentage }, say) => {
  if (amount_flat === null && amount_percentage === null) say('amount_flat', m.catalog_season_no_amount());
});

/** No payment of a term is below the smallest charge (MC1). */
export const needsChargeableTerms = rule(({ payment_terms, addons, discounts }, say) => {
  if (!payment_terms) return;
  const route = { payment_terms, addons: addons ?? [], discounts: discounts ?? [] };
  for (const { at, field, left, discount } of tooSmallTerms(route as PricedRoute)) {
    const [least, amount] = [formatMoney(SMALLEST_CHARGE), formatMoney(left)];
    const sentence = discount
      ? m.catalog_season_too_small_after({ amount, discount, least })
      : m.catalog_season_too_small({ least });
    say('payment_terms', sentence, [at, field]);
  }
});

export const needsOrderedDays = (from: string, thru: string) =>
  rule((value, say) => {
    const [first, last] = [value[from], value[thru]];
    if (isDay(first) && isDay(last) && last < first) say(thru, m.catalog_season_ends_first({ field: from }));
  });

const isDay = (value: unknown): value is string => typeof value === 'string';
