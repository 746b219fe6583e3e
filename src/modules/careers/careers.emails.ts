import { m } from '#i18n/messages.js';
import type { EmailContent } from '#platform/mail/layout.ts';

type Job = { employer: string; job_title: string; start_date: string; end_date: string };

/** An application as it may travel by mail: not a word of license, birth or convictions (reliability 5.6). */
export type MailedApplication = {
  company: string;
  name: string;
  position: string;
  work_location: string;
  phone_mobile: string;
  email: string;
  address: string;
  education_level: string;
  start_date: string;
  salary: string | null;
  jobs: Job[];
  special_skills: string | null;
  link: string;
};

// What an applicant types stands in one line, or it could pass for another fact, and breaks no header (ASVS
// 1.3.11).
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

/** Announces an application to the hiring mailbox. */
export function applicationReceivedEmail(application: MailedApplication): EmailContent {
  const { company, position, work_location, special_skills, salary } = application;
  const [name, address] = [oneLine(application.name), oneLine(application.address)];
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
      { label: m.mail_application_address(), value: address },
      { label: m.mail_application_education(), value: application.education_level },
      ...(salary ? [{ label: m.mail_application_salary(), value: oneLine(salary) }] : []),
      ...application.jobs.map(jobFact),
      ...(special_skills ? [{ label: m.mail_application_skills(), value: oneLine(special_skills) }] : []),
    ],
    button: { text: m.mail_application_button(), href: application.link },
    footer: [m.mail_application_private()],
  };
}
