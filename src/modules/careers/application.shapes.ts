import { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  choice,
  email,
  optionalText,
  optionalUsDate,
  personName,
  phone,
  requiredText,
  usDate,
} from '#kit/rules/fields.ts';
import { parseUsDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { after } from '#kit/rules/date.ts';
import { requiredIf } from '#kit/rules/presence.ts';
import { isFilled, type RuleName } from '#kit/rules/rule.ts';
import { isOfAge } from './of-age.ts';

export const EDUCATION_LEVELS = ['High School or GED', 'College', 'Trade Business School'] as const;

export const WORK_LOCATIONS = ['Queens', 'Manhattan'] as const;

export const POSITIONS = ['Mechanic', 'Bus Monitor', 'Bus Driver'] as const;

export const YES_OR_NO = ['Yes', 'No'] as const;

/** Source: contracts.md §3 */
export const EXPERIENCE_BLOCKS = 3;

const LONG_TEXT_MAX = 8192;

// No applicant was born before; a year like 0199 is a typing error.
const BEFORE_ANYONE = plainDate('1899-12-31');

type Block = Record<
  'employer' | 'job_title' | 'start_date' | 'end_date' | 'responsibilities' | 'reason_for_leaving',
  string | null
>;

export const isBegun = (block: Partial<Block>) => Object.values(block).some(isFilled);

/** Unreadable days are the subject of another rule. */
function endsInTime({ start_date, end_date }: Block): boolean {
  const [start, end] = [start_date, end_date].map((text) => parseUsDate(text ?? ''));
  return !start || !end || end >= start;
}

export const experienceShape = z
  .object({
    employer: optionalText(),
    job_title: optionalText(),
    start_date: optionalUsDate(),
    end_date: optionalUsDate(),
    responsibilities: optionalText(LONG_TEXT_MAX),
    reason_for_leaving: optionalText(LONG_TEXT_MAX),
  })
  .check(
    requiredIf<Block>('employer', isBegun),
    requiredIf<Block>('job_title', isBegun),
    z.refine<Block>(endsInTime, { path: ['end_date'], params: { rule: 'after' satisfies RuleName } }),
  );

type Applicant = {
  position: string;
  driver_license: string | null;
  was_convicted: string;
  charges: string | null;
};

/** Source: contracts.md §3, U */
export const applicationShape = z
  .object({
    name: personName(),
    address_line_1: requiredText(),
    address_line_2: optionalText(),
    phone_mobile: phone(),
    email: email(),
    driver_license: optionalText(),
    /** of-age.ts checks for 18 or older, because a shape does not know the company's day */
    date_of_birth: usDate().check(after(BEFORE_ANYONE)),
    education_level: choice(EDUCATION_LEVELS),
    work_location: choice(WORK_LOCATIONS),
    position: choice(POSITIONS),
    start_date: usDate(),
    salary: optionalText(),
    experience: z.array(experienceShape).max(EXPERIENCE_BLOCKS).default([]),
    special_skills: optionalText(LONG_TEXT_MAX),
    was_convicted: choice(YES_OR_NO).default('No'),
    charges: optionalText(LONG_TEXT_MAX),
    /** bait: people do not see this field, so only a program fills out this field */
    website: optionalText(LONG_TEXT_MAX),
  })
  .check(
    requiredIf<Applicant>('driver_license', ({ position }) => position === 'Bus Driver'),
    requiredIf<Applicant>('charges', ({ was_convicted }) => was_convicted === 'Yes'),
  );

export type JobApplication = z.output<typeof applicationShape>;

/** The text of a field hidden by a changed answer is neither sent nor kept. */
export const withoutHidden = (form: JobApplication): JobApplication => ({
  ...form,
  charges: form.was_convicted === 'Yes' ? form.charges : null,
});

/** The applicant must be 18 on a day of the company. */
export function applicationShapeOn(today: PlainDate) {
  const isAdult = z.refine<string>((born) => isOfAge(born, today), {
    error: () => m.server_applicant_under_age(),
  });
  return applicationShape.safeExtend({ date_of_birth: applicationShape.shape.date_of_birth.check(isAdult) });
}
