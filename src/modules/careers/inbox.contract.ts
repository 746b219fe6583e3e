import { z } from 'zod';
import { choices, days, words } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape, instantShape, byId } from '#kit/endpoint/wire.ts';
import { careersRefusals } from './careers.refusals.ts';
import { noteShape } from './inbox.shapes.ts';

export const APPLICATION_STATES = ['new', 'read', 'handled'] as const;

/** `open`: new or read; `trapped` waits apart until staff release it */
export const INBOX_STATES = ['open', ...APPLICATION_STATES, 'trapped'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const applicationRowShape = z.object({
  id: idShape,
  created_at: instantShape,
  name: z.string(),
  position: z.string(),
  work_location: z.string(),
  phone_mobile: z.string(),
  email: z.string(),
  state: z.enum(APPLICATION_STATES),
  is_trapped: z.boolean(),
  /** who has marked the application as handled */
  owner: z.string().nullable(),
  /** days since the application came */
  age_days: z.number().int(),
});

export type ApplicationRow = z.output<typeof applicationRowShape>;

export const listApplications = listEndpoint({
  name: 'listApplications',
  summary: 'A page of the job applications that have every word of the search, newest first',
  path: '/admin/applications',
  right: 'hiring',
  isOfPeople: true,
  row: applicationRowShape,
  sorts: { newest: { keys: ['number'] } },
  /** without a state, all but those in the spam trap; `position`, `place`: a text from the begin */
  filters: {
    search: searchText,
    state: choices(INBOX_STATES),
    position: words(),
    place: words(),
    received: days(),
  },
});

export const storedApplicationShape = applicationRowShape.omit({ owner: true, age_days: true }).extend({
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  driver_license: z.string().nullable(),
  /** MM/dd/yyyy, as all days of an application */
  date_of_birth: z.string(),
  education_level: z.string(),
  start_date: z.string(),
  salary: z.string().nullable(),
  experience: z.array(
    z.object({
      employer: z.string(),
      job_title: z.string(),
      start_date: z.string().nullable(),
      end_date: z.string().nullable(),
      responsibilities: z.string().nullable(),
      reason_for_leaving: z.string().nullable(),
    }),
  ),
  special_skills: z.string().nullable(),
  /** null if the company does not ask */
  was_convicted: z.string().nullable(),
  charges: z.string().nullable(),
  handled: z.object({ at: instantShape, by: z.string() }).nullable(),
  notes: z.array(z.object({ id: idShape, text: z.string(), author: z.string(), created_at: instantShape })),
});

export type StoredApplication = z.output<typeof storedApplicationShape>;

export const readApplication = endpoint({
  name: 'readApplication',
  summary: 'One job application with all its fields; reading it leaves a row in the audit log',
  method: 'GET',
  path: '/admin/applications/:id',
  guard: { right: 'hiring' },
  audits: ['application.read'],
  params: byId,
  item: storedApplicationShape,
  refusals: [careersRefusals.application_not_found],
});

export const markApplication = endpoint({
  name: 'markApplication',
  summary: 'Say that an application is new, read or handled',
  method: 'PUT',
  path: '/admin/applications/:id',
  guard: { right: 'hiring' },
  audits: ['application.mark'],
  params: byId,
  body: z.object({ state: z.enum(APPLICATION_STATES) }),
  item: 'none',
  refusals: [careersRefusals.application_not_found],
});

export const addApplicationNote = endpoint({
  name: 'addApplicationNote',
  summary: 'Write a note to an application',
  method: 'POST',
  path: '/admin/applications/:id/notes',
  guard: { right: 'hiring' },
  audits: ['application.note'],
  params: byId,
  body: noteShape,
  item: 'none',
  refusals: [careersRefusals.application_not_found],
});

export const releaseApplication = endpoint({
  name: 'releaseApplication',
  summary: 'Take an application out of the spam trap; it is mailed to the hiring mailbox like any other',
  method: 'POST',
  path: '/admin/applications/:id/release',
  guard: { right: 'hiring' },
  audits: ['application.release'],
  params: byId,
  item: 'none',
  refusals: [careersRefusals.application_not_found],
});
