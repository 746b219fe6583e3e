import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { SEALED_ANSWERS } from './application.contract.ts';
import { applicationTextRows } from './applications.queries.ts';

/** What an applicant wrote about license and convictions. */
export const applicationTexts = encryptedColumns('job_applications', SEALED_ANSWERS);

export const sealedApplications = sealedColumns(applicationTexts, applicationTextRows);
