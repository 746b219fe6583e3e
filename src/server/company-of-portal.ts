import { brand } from '#brand/selected-brand.ts';
import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { senderOf } from '#platform/mail/sender.ts';

/** What days, jobs and mails take from the company, which staff name on the first day of a portal (SE11). */
export type CompanyOfPortal = { time_zone: string; mail_from: string };

/** The company of the season, else New York and the name of the brand. */
export async function readCompanyOfPortal(db: Database, { mailFrom }: Config): Promise<CompanyOfPortal> {
  const { time_zone, name } = (await findCompany(db)) ?? { time_zone: COMPANY_TIME_ZONE, name: brand.name };
  return { time_zone, mail_from: senderOf(mailFrom, name) };
}
