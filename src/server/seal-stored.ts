import { m } from '#i18n/messages.js';
import { sealApplications } from '#modules/careers/sealed-applications.service.ts';
import { sealContracts } from '#modules/orders/signed-texts.service.ts';
import { sealStudents } from '#modules/students/sealed-texts.service.ts';
import type { House } from './house.ts';

/**
 * Brings every stored text about a child, and what applicants said of license and convictions, under the
 * first key of the ring, before the portal serves.
 * @throws MissingKey, which stops the start
 */
export async function sealStored({ db, vault, log }: Pick<House, 'db' | 'vault' | 'log'>): Promise<void> {
  const n =
    (await sealStudents(db, vault)) + (await sealContracts(db, vault)) + (await sealApplications(db, vault));
  if (n > 0) log.info(m.portal_vault_resealed({ n }));
}
