import { addMonthsClamped, parseUsDate, type PlainDate } from '#kit/plain-date.ts';

/** The age limits of students, in years; any other date of birth is a typing error (MA6). */
export const STUDENT_YEARS = { from: 2, to: 25 };

/**
 * From 25 to 2 years before today, both days included.
 * @param born  `MM/dd/yyyy`, as typed; false for a text that is not a day
 * @param today  the company's day (C3)
 */
export function isStudentAge(born: string, today: PlainDate): boolean {
  const day = parseUsDate(born);
  const after = (years: number) => day && addMonthsClamped(day, 12 * years);
  const [youngest, oldest] = [after(STUDENT_YEARS.from), after(STUDENT_YEARS.to)];
  return youngest !== undefined && oldest !== undefined && youngest <= today && today <= oldest;
}
