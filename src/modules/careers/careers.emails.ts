import { m } from '#i18n/messages.js';
import { z } from 'zod';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { StoredApplication } from './inbox.contract.ts';

/** The outbox sends each once. */
export const applicationEmail = (id: number) => ({
  kind: 'careers.application_received',
  ref: `application-${id}`,
  payload: { application_id: id },
});
const payloadShape = z.object({ application_id: z.number() });
export const applicationIdOf = (payload: unknown) => payloadShape.parse(payload).application_id;

/** Mails never name license, birth or convictions (reliability 5.6). */
export const MAILED_FIELDS = [
  'name',
  'position',
  'work_location',
  'phone_mobile',
  'email',
  'address_line_1',
  'address_line_2',
  'education_level',
  'start_date',
  'salary',
  'experience',
  'special_skills',
] as const;

type Job = Pick<
  StoredApplication['experience'][number],
  'employer' | 'job_title' | 'start_date' | 'end_date'
>;
type Mailed = Pick<StoredApplication, Exclude<(typeof MAILED_FIELDS)[number], 'experience'>>;
type MailedApplication = Mailed & { company: string; experience: readonly Job[]; link: string };

// In one line, a typed text cannot pass for another fact, and breaks no header (ASVS 1.3.11).
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function jobFact({ employer, job_title, start_date, end_date }: Job) {
  const days =
    start_date || end_date
      ? m.mail_application_days({ from: start_date || '?', to: end_date || m.mail_application_today() })
      : '';
  return {
    label: m.mail_application_job(),
    value: [oneLine(job_title), oneLine(employer), days].filter(Boolean).join(', '),
  };
}

export function applicationReceivedEmail(application: MailedApplication): EmailContent {
  const { company, position, work_location, special_skills, salary } = application;
  const name = oneLine(application.name);
  const address = [application.address_line_1, application.address_line_2].filter(Boolean).join(', ');
  return {
    company,
    subject: m.mail_application_subject({ position, location: work_location, name }),
    preview: m.mail_application_preview({ start: application.start_date }),
    heading: m.mail_application_heading({ name }),
    paragraphs: [m.mail_application_body()],
    facts: [
      { label: m.mail_application_position(), value: position },
      { label: m.mail_application_location(), value: work_location },
      { label: m.mail_application_start(), value: application.start_date },
      { label: m.mail_application_phone(), value: application.phone_mobile },
      { label: m.mail_application_email(), value: application.email },
      { label: m.mail_application_address(), value: oneLine(address) },
      { label: m.mail_application_education(), value: application.education_level },
      ...(salary ? [{ label: m.mail_application_salary(), value: oneLine(salary) }] : []),
      ...application.experience.map(jobFact),
      ...(special_skills ? [{ label: m.mail_application_skills(), value: oneLine(special_skills) }] : []),
    ],
    button: { text: m.mail_application_button(), href: application.link },
    footer: [m.mail_application_private()],
  };
}
