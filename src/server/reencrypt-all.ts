import { m } from '#i18n/messages.js';
import { sealedAuthenticators } from '#modules/accounts/factors/encrypted-secrets.service.ts';
import { receiptFiles } from '#modules/billing/ledger/kept-receipts.service.ts';
import { sealedUsers } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { sealedApplications } from '#modules/careers/encrypted-applications.service.ts';
import { sealedContracts } from '#modules/orders/contracts/encrypted-contracts.service.ts';
import { sealedDrafts } from '#modules/orders/printed/encrypted-drafts.service.ts';
import { sealedAddresses, sealedStudents } from '#modules/students/encrypted-texts.service.ts';
import { photoFiles } from '#modules/students/photos.service.ts';
import { signedCopyFiles } from '#modules/documents/signed-copies.service.ts';
import { resealedFiles } from '#platform/vault/sealed-files.ts';
import { checkKeys, resealAll } from '#platform/vault/reseal.ts';
import type { AppContext } from './app-context.ts';

type Deps = Pick<AppContext, 'db' | 'vault' | 'clock' | 'files'>;

const SOURCES = [
  sealedAuthenticators,
  sealedUsers,
  sealedStudents,
  sealedAddresses,
  sealedContracts,
  sealedDrafts,
  sealedApplications,
];

/** Everything that the job seals anew, as `students.custody_notes`. */
export const SEALED_FIELDS = SOURCES.flatMap(({ fields }) => fields);

const filesOf = ({ files }: Deps) => resealedFiles(files, [photoFiles, signedCopyFiles, receiptFiles]);

/**
 * What a start does before it serves: it stops where something is sealed under a key that is not in the ring.
 * @throws MissingKey
 */
export const checkAllKeys = (context: Deps): Promise<void> => checkKeys(context, SOURCES, [filesOf(context)]);

/**
 * Brings whatever is kept sealed under the first key of the ring, and binds it to its place: what an earlier
 * version wrote, and what another key has sealed.
 * @throws MissingKey, BrokenSeal
 */
export async function reencryptAll(context: Deps & Pick<AppContext, 'log'>): Promise<void> {
  const n = await resealAll(context, SOURCES, [filesOf(context)]);
  if (n > 0) context.log.info(m.portal_vault_reencrypted({ n }));
}
