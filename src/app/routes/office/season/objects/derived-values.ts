import { m } from '#i18n/messages.js';
import { cents, formatMoney, milliPercent, percentOf, subtract, type Cents } from '#kit/money.ts';
import { daysBetween, formatDateWithWeekday, laterDay, type PlainDate } from '#kit/plain-date.ts';
import { contrastWithWhite } from '#kit/text/line-color.ts';
import { flatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { laterPayments, type TermOfPayments } from '#modules/pricing/payment-schedule.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import {
  readDay,
  readDayOfTime,
  readDollars,
  readRate,
  type FormField,
  type TypedFields,
} from './typed-fields.ts';

/** More payments are not listed: a term has one a month. */
const MOST_LISTED = 60;

/** The price by which shares are shown. */
const SAMPLE = cents(420_000);

/** Rounded down: what is just below the least contrast does not read as the least. */
function contrastNote(typed: string): string | undefined {
  const color = readColor(typed);
  return color && m.office_object_contrast({ n: Math.floor(contrastWithWhite(color) * 10) / 10 });
}

const OF_SCHOOL: Readonly<Record<string, (typed: string) => string | undefined>> = {
  line_color: contrastNote,
  path: (typed) =>
    m.office_object_address({ address: `${globalThis.location?.origin ?? ''}/${typed.trim()}` }),
};

/** The color as families see it; undefined for a text that is none. */
export function readColor(typed: unknown): string | undefined {
  const color = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
  return /^#[0-9a-f]{6}$/.test(color) ? color : undefined;
}

/**
 * The note below an input: the weekday of a day, the amount of a share, the web address of a school's path,
 * the contrast of a color.
 */
export function derivedNote({ name, type }: FormField, typed: unknown, today: PlainDate): string | undefined {
  if (typeof typed !== 'string' || typed.trim() === '') return undefined;
  if (OF_SCHOOL[name]) return OF_SCHOOL[name](typed);
  if (type.takes === 'day') {
    const day = readDay(typed, today);
    return day && formatDateWithWeekday(day);
  }
  if (type.takes === 'local_time') {
    const day = readDayOfTime(typed);
    return day && formatDateWithWeekday(day);
  }
  if (type.takes !== 'percent' && type.takes !== 'rate') return undefined;
  const rate = readRate(typed);
  if (rate === undefined) return undefined;
  const amount = formatMoney(percentOf(SAMPLE, milliPercent(rate)));
  return m.office_object_share({ amount, price: formatMoney(SAMPLE) });
}

const textOf = (typed: TypedFields, name: string) => (typeof typed[name] === 'string' ? typed[name] : '');

function termOf(typed: TypedFields, today: PlainDate): (TermOfPayments & { deposit: Cents }) | undefined {
  const [deposit, amount] = [readDollars(textOf(typed, 'deposit')), readDollars(textOf(typed, 'amount'))];
  const number_payments = Number(textOf(typed, 'number_payments'));
  const payment_term_type = textOf(typed, 'payment_term_type') as TermOfPayments['payment_term_type'];
  const isCount = Number.isInteger(number_payments) && number_payments >= 1 && number_payments <= MOST_LISTED;
  if (deposit === undefined || amount === undefined || !isCount || !payment_term_type) return undefined;
  const day = (name: string) => readDay(textOf(typed, name), today) ?? null;
  return {
    payment_term_type,
    number_payments,
    deposit,
    amount,
    scheduled_dt: day('scheduled_dt'),
    thru_dt: day('thru_dt'),
  };
}

/** The total and each payment of a term, as signed today or on the first day of sale (T3, T5, T6). */
function termLines(typed: TypedFields, today: PlainDate): string[] {
  const term = termOf(typed, today);
  if (!term) return [];
  const signed = laterDay(today, readDay(textOf(typed, 'from_dt'), today) ?? null);
  const payments = [{ pay_on: signed, amount_cents: term.deposit }, ...laterPayments(term, signed)];
  return [
    m.office_object_total({ amount: formatMoney(termTotal(term)) }),
    ...payments.map(({ pay_on, amount_cents }) =>
      m.office_object_payment({ day: formatDateWithWeekday(pay_on), amount: formatMoney(amount_cents) }),
    ),
  ];
}

function windowLines(
  typed: TypedFields,
  [from, thru]: readonly [string, string],
  today: PlainDate,
): string[] {
  const [first, last] = [readDay(textOf(typed, from), today), readDay(textOf(typed, thru), today)];
  if (!first || !last || last < first) return [];
  const n = daysBetween(first, last) + 1;
  return [n === 1 ? m.office_object_window_one() : m.office_object_window({ n })];
}

/** By its hour a school opens only if it is switched on (SE8.2). */
const hoursLines = (typed: TypedFields): string[] =>
  typed.is_active === false && textOf(typed, 'opens_at') !== '' ? [m.office_object_never_opens()] : [];

function shareLines(kind: 'discount' | 'surcharge', typed: TypedFields): string[] {
  const rate = readRate(textOf(typed, 'amount_percentage'));
  const amount_flat = readDollars(textOf(typed, 'amount_flat')) ?? null;
  if (amount_flat === null && rate === undefined) return [];
  const rule = { amount_flat, amount_percentage: rate === undefined ? null : milliPercent(rate) };
  const amount = flatOrPercent(rule, SAMPLE);
  const price = formatMoney(SAMPLE);
  if (kind === 'surcharge') return [m.office_object_surcharge({ amount: formatMoney(amount), price })];
  if (amount > SAMPLE) return [];
  return [m.office_object_discount({ left: formatMoney(subtract(SAMPLE, amount)), price })];
}

/** What follows from the typed fields of an object as a whole (SE2.3). */
export function derivedLines(kind: ObjectKind, typed: TypedFields, today: PlainDate): string[] {
  if (kind === 'payment_term')
    return [...windowLines(typed, ['from_dt', 'thru_dt'], today), ...termLines(typed, today)];
  if (kind === 'period_group') return hoursLines(typed);
  if (kind === 'period') return windowLines(typed, ['starts_on', 'ends_on'], today);
  return kind === 'discount' || kind === 'surcharge' ? shareLines(kind, typed) : [];
}
