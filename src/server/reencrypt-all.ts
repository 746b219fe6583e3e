import { m } from '#i18n/messages.js';
import { reencryptApplications } from '#modules/careers/encrypted-applications.service.ts';
import { reencryptContracts } from '#modules/orders/contracts/encrypted-contracts.service.ts';
import { reencryptStudents } from '#modules/students/encrypted-texts.service.ts';
import type { AppContext } from './app-context.ts';

/**
 * Brings every stored text about a child, and what applicants said of license and convictions, under the
 * first key of the ring, before the portal serves.
 * @throws MissingKey, which stops the start
 */
export async function reencryptAll({
  db,
  vault,
  log,
}: Pick<AppContext, 'db' | 'vault' | 'log'>): Promise<void> {
  const n =
    (await reencryptStudents(db, vault)) +
    (await reencryptContracts(db, vault)) +
    (await reencryptApplications(db, vault));
  if (n > 0) log.info(m.portal_vault_reencrypted({ n }));
}
