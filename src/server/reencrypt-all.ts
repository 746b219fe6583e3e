import { m } from '#i18n/messages.js';
import { sealedAuthenticators } from '#modules/accounts/factors/encrypted-secrets.service.ts';
import { receiptFiles } from '#modules/billing/ledger/kept-receipts.service.ts';
import { sealedUsers } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { sealedAwards } from '#modules/aid/encrypted-awards.service.ts';
import { sealedApplications } from '#modules/careers/encrypted-applications.service.ts';
import { sealedAmendments } from '#modules/orders/amendments/encrypted-amendments.service.ts';
import { sealedContracts } from '#modules/orders/contracts/encrypted-contracts.service.ts';
import { sealedOffers } from '#modules/orders/offers/encrypted-offers.service.ts';
import { scanFiles } from '#modules/orders/paper/scans.service.ts';
import { sealedDrafts } from '#modules/orders/printed/encrypted-drafts.service.ts';
import { sealedNotes } from '#modules/students/encrypted-notes.service.ts';
import {
  markedStudents,
  sealedAddresses,
  sealedStudents,
} from '#modules/students/encrypted-texts.service.ts';
import { photoFiles } from '#modules/students/photos.service.ts';
import { signedCopyFiles } from '#modules/documents/signed-copies.service.ts';
import { statementFiles } from '#modules/reports/statement/statement.service.ts';
import { resealedFiles } from '#platform/vault/sealed-files.ts';
import { checkKeys, resealAll } from '#platform/vault/reseal.ts';
import type { AppContext } from './app-context.ts';

type Deps = Pick<AppContext, 'db' | 'vault' | 'clock' | 'files'>;

const SOURCES = [
  sealedAuthenticators,
  sealedUsers,
  sealedStudents,
  markedStudents,
  sealedAddresses,
  sealedNotes,
  sealedAwards,
  sealedContracts,
  sealedAmendments,
  sealedDrafts,
  sealedOffers,
  sealedApplications,
];

/** The fields of the job, as `students.custody_notes`. */
export const SEALED_FIELDS = SOURCES.flatMap(({ fields }) => fields);

const FILES = [photoFiles, signedCopyFiles, scanFiles, receiptFiles, statementFiles];

const filesOf = ({ files }: Deps) => resealedFiles(files, FILES);

/**
 * Runs before the portal serves: stops the start if content is sealed under a key missing from the ring.
 * @throws MissingKey
 */
export const checkAllKeys = (context: Deps): Promise<void> => checkKeys(context, SOURCES, [filesOf(context)]);

/**
 * Seals all content under the first key of the ring, bound to the place: content of an earlier version, and
 * content under other keys.
 * @throws MissingKey, BrokenSeal
 */
export async function reencryptAll(context: Deps & Pick<AppContext, 'log'>): Promise<void> {
  const n = await resealAll(context, SOURCES, [filesOf(context)]);
  if (n > 0) context.log.info(m.portal_vault_reencrypted({ n }));
}
