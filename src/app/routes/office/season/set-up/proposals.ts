import { m } from '#i18n/messages.js';
import { cents, subtract, times, type Cents } from '#kit/money.ts';
import { addDays, formatDate, laterDay, plainDate, type PlainDate } from '#kit/plain-date.ts';
import type { TypedFields } from '#app/routes/office/season/objects/typed-fields.ts';

/** From this month on, a school year that has begun is sold no more, and the next one is proposed. */
const NEXT_YEAR_FROM_MONTH = 11;

const weekdayOf = (day: PlainDate) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The day after Labor Day, the first Monday of September. */
function dayAfterLaborDay(year: number): PlainDate {
  const first = plainDate(`${year}-09-01`);
  return addDays(first, ((8 - weekdayOf(first)) % 7) + 1);
}

/** A school year as people write its fields, proposed from today (SE11.2). */
export function proposedSeason(today: PlainDate): TypedFields {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = month >= NEXT_YEAR_FROM_MONTH ? year + 1 : year;
  const begins = formatDate(dayAfterLaborDay(first));
  return {
    text: m.office_set_up_season_name({ first, last: first + 1 }),
    starts_on: begins,
    ends_on: formatDate(plainDate(`${first + 1}-06-30`)),
    first_day_of_school: begins,
  };
}

/** A second payment at the start is this far away at least, so that families can still sign. */
const DAYS_TO_SIGN = 30;

/** The day of the second payment: the first day of the school year, or later if that day is near. */
export const proposedSecondPayment = (starts_on: PlainDate, today: PlainDate): PlainDate =>
  laterDay(addDays(today, DAYS_TO_SIGN), starts_on);

/** Equal later payments; what does not divide is part of the deposit. */
export function dividedPrice(price: Cents, payments: number): { deposit: Cents; amount: Cents } {
  const amount = cents(Math.floor(price / payments));
  return { deposit: subtract(price, times(amount, payments - 1)), amount };
}

export const GRADE_LISTS = ['k_5', '6_8', '9_12', 'typed'] as const;
export type GradeList = (typeof GRADE_LISTS)[number];

const GRADES: Readonly<Record<Exclude<GradeList, 'typed'>, () => string>> = {
  k_5: m.office_set_up_grades_k_5_list,
  '6_8': m.office_set_up_grades_6_8_list,
  '9_12': m.office_set_up_grades_9_12_list,
};

/** The grades of a list, one a line or between commas, each once. */
export function gradesOf(list: GradeList, typed: string): string[] {
  const text = list === 'typed' ? typed : GRADES[list]();
  return [...new Set(text.split(/[\n,]/).map((grade) => grade.trim()))].filter((grade) => grade !== '');
}
