import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import { companyName } from '#modules/catalog/server-info.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { senderOf } from '#platform/mail/sender.ts';

/** What days, jobs and mails take from the company, which staff name on the first day of a portal (SE11). */
export type CompanyOfPortal = { time_zone: string; mail_from: string };

export async function readCompanyOfPortal(db: Database, { mailFrom }: Config): Promise<CompanyOfPortal> {
  const { time_zone } = (await findCompany(db)) ?? { time_zone: COMPANY_TIME_ZONE };
  return { time_zone, mail_from: senderOf(mailFrom, await companyName(db)) };
}
