import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { endpoint } from '#kit/endpoint/endpoint.ts';
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
import { dayShape } from '#kit/endpoint/wire.ts';
import { careersRefusals } from './careers.refusals.ts';
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

/** Stored encrypted (reliability 5.6, H14). */
export const SEALED_ANSWERS = [
  'date_of_birth',
  'address_line_1',
  'address_line_2',
  'phone_mobile',
  'driver_license',
  'salary',
  'experience',
  'special_skills',
  'was_convicted',
  'charges',
] as const;

/** The text of a field hidden by a changed answer is neither sent nor kept. */
export const withoutHidden = (form: JobApplication): JobApplication => ({
  ...form,
  charges: form.was_convicted === 'Yes' ? form.charges : null,
});

type JobDays = { start_date: string | null; end_date: string | null };
type Days = { date_of_birth: string; start_date: string; experience: readonly JobDays[] };

/** Converts each day from `MM/dd/yyyy` to the stored form or back. */
export function mapDays<A extends Days, D extends string>(
  application: A,
  turn: (day: string) => D,
): Omit<A, keyof Days> & {
  date_of_birth: D;
  start_date: D;
  experience: (A['experience'][number] & JobDays)[];
} {
  const orNone = (day: string | null) => day && turn(day);
  const { date_of_birth, start_date, experience, ...rest } = application;
  return {
    ...rest,
    date_of_birth: turn(date_of_birth),
    start_date: turn(start_date),
    experience: experience.map((job) => ({
      ...job,
      start_date: orNone(job.start_date),
      end_date: orNone(job.end_date),
    })),
  };
}

export const readJobForm = endpoint({
  name: 'readJobForm',
  summary: 'What the job form must know: the company’s day, and whether it asks about convictions',
  method: 'GET',
  path: '/employment/form',
  guard: 'anyone',
  item: z.object({ today: dayShape, asks_conviction: z.boolean() }),
  refusals: [],
});

export const applyForJob = endpoint({
  name: 'applyForJob',
  summary: 'Send a job application; once for each Idempotency-Key',
  method: 'POST',
  path: '/employment/apply',
  guard: 'anyone',
  headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
  body: applicationShape,
  item: 'none',
  refusals: [
    careersRefusals.under_age,
    careersRefusals.too_many_applications,
    careersRefusals.request_reused,
  ],
  secrets: [...SEALED_ANSWERS],
});

/** The applicant must be 18 on a day of the company. */
export function applicationShapeOn(today: PlainDate) {
  const isAdult = z.refine<string>((born) => isOfAge(born, today), {
    error: () => m.server_applicant_under_age(),
  });
  return applicationShape.safeExtend({ date_of_birth: applicationShape.shape.date_of_birth.check(isAdult) });
}
