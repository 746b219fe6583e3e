import { m } from '#i18n/messages.js';
import { sealApplications } from '#modules/careers/encrypted-applications.service.ts';
import { sealContracts } from '#modules/orders/contracts/encrypted-contracts.service.ts';
import { sealStudents } from '#modules/students/encrypted-texts.service.ts';
import type { House } from './app-context.ts';

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
