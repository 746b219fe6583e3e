import { pick } from '#kit/pick.ts';
import { formatDate, plainDate } from '#kit/plain-date.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { openApplication } from './encrypted-applications.service.ts';
import { mapDays } from './application.contract.ts';
import { findApplication } from './applications.queries.ts';
import { applicationIdOf, applicationReceivedEmail, MAILED_FIELDS } from './careers.emails.ts';

type Deps = { db: Database; vault: Vault; config: Config };

/** @returns undefined for a deleted application or without a season */
export function careersEmails({ db, vault, config }: Deps): Renderers {
  return {
    'careers.application_received': async (payload) => {
      const row = await findApplication(db, applicationIdOf(payload));
      const company = await findCompany(db);
      if (!row || !company?.hiring_email) return undefined;
      const typed = mapDays(openApplication(vault, row), (day) => formatDate(plainDate(day)));
      const emailContent = applicationReceivedEmail({
        ...pick(typed, MAILED_FIELDS),
        company: company.name,
        link: `${config.publicUrl}/admin/applications/${row.id}`,
      });
      return { to: [company.hiring_email], replyTo: row.email, ...renderEmail(emailContent) };
    },
  };
}
