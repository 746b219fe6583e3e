import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { careersRefusals } from './careers.refusals.ts';
import { applicationShape } from './application.shapes.ts';

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
  headers: onceHeaders,
  body: applicationShape,
  item: 'none',
  refusals: [
    careersRefusals.under_age,
    careersRefusals.too_many_applications,
    careersRefusals.request_reused,
  ],
  secrets: [...SEALED_ANSWERS],
});
