import type { FastifyInstance } from 'fastify';
import { send, type Answer } from '#tests/support/app/people.ts';

let applicants = 0;

export const aJob = (changes: object = {}) => ({
  employer: 'Bronx Transit Garage',
  job_title: 'Driver',
  start_date: '02/01/2019',
  end_date: '06/30/2024',
  responsibilities: 'Drove a 40-foot bus.',
  reason_for_leaving: 'Moved to Queens.',
  ...changes,
});

/** A job application as a driver fills it in; each call is another applicant. */
export const aJobApplication = (changes: object = {}) => ({
  name: 'Marisol Vega',
  address_line_1: '34-12 Steinway Street',
  address_line_2: 'Apt 2',
  phone_mobile: '718-555-0142',
  email: `applicant${(applicants += 1)}@vega.example`,
  driver_license: 'NY 512 884 093',
  date_of_birth: '05/17/1988',
  education_level: 'College',
  work_location: 'Queens',
  position: 'Bus Driver',
  start_date: '05/04/2026',
  salary: '$26 an hour',
  experience: [aJob(), {}, {}],
  special_skills: 'Spanish and English.',
  was_convicted: 'No',
  charges: '',
  ...changes,
});

let networks = 0;

type Where = { from?: string; key?: string };

/** Sends an application, each from a network of its own unless told. */
export async function apply(
  app: FastifyInstance,
  payload: object,
  { from = `198.51.100.${(networks += 1) % 256}`, key }: Where = {},
): Promise<Answer> {
  return send(app, {
    method: 'POST',
    url: '/employment/apply',
    payload,
    remoteAddress: from,
    headers: { ...(key && { 'idempotency-key': key }) },
  });
}
