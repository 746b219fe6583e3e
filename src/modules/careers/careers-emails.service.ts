import { z } from 'zod';
import { formatDate, plainDate } from '#kit/plain-date.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findApplication } from './applications.queries.ts';
import { applicationReceivedEmail } from './careers.emails.ts';

const aboutApplication = z.object({ application_id: z.number() });

/**
 * Makes the mail to the hiring mailbox; an application that is gone meanwhile, and a portal without a season,
 * send nothing.
 */
export function careersEmails({ db, config }: { db: Database; config: Config }): Renderers {
  return {
    'careers.application_received': async (payload) => {
      const row = await findApplication(db, aboutApplication.parse(payload).application_id);
      const company = await findCompany(db);
      if (!row || !company?.hiring_email) return undefined;
      const usDay = (day: string | null) => (day ? formatDate(plainDate(day)) : '');
      const emailContent = applicationReceivedEmail({
        company: company.name,
        name: row.name,
        position: row.position,
        work_location: row.work_location,
        phone_mobile: row.phone_mobile,
        email: row.email,
        address: [row.address_line_1, row.address_line_2].filter(Boolean).join(', '),
        education_level: row.education_level,
        start_date: formatDate(row.start_date),
        salary: row.salary,
        jobs: row.experience.map((job) => ({
          ...job,
          start_date: usDay(job.start_date),
          end_date: usDay(job.end_date),
        })),
        special_skills: row.special_skills,
        link: `${config.publicUrl}/admin/applications/${row.id}`,
      });
      return { to: [company.hiring_email], replyTo: row.email, ...(await renderEmail(emailContent)) };
    },
  };
}
