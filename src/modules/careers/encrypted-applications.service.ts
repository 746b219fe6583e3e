import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { phoneMarks } from '#platform/vault/phone-marks.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { SEALED_ANSWERS } from './application.contract.ts';
import { applicationTextRows, type ApplicationRow, type NewApplication } from './applications.queries.ts';

/** Name, email and choices from lists stay unencrypted. */
export const applicationTexts = encryptedColumns('job_applications', SEALED_ANSWERS);

const phones = encryptedColumns('job_applications', ['phone_mobile']);

const marksOf = (vault: Vault, { phone_mobile }: { phone_mobile: string | null }) => ({
  phone_marks: phoneMarks(vault, applicationTexts.table, [phone_mobile]),
});

// After a change of the key, an old fingerprint matches nothing.
export const sealedApplications = sealedColumns(applicationTexts, applicationTextRows, (vault, opened) => ({
  ...marksOf(vault, opened),
  fingerprint: '',
}));

/** Days as `YYYY-MM-DD`. */
export type StoredExperience = {
  employer: string;
  job_title: string;
  start_date: string | null;
  end_date: string | null;
  responsibilities: string | null;
  reason_for_leaving: string | null;
};

type Sealing = (typeof SEALED_ANSWERS)[number] | 'phone_marks';
type Typed = Omit<NewApplication, Sealing> &
  Record<Exclude<(typeof SEALED_ANSWERS)[number], 'experience'>, string | null> & {
    phone_mobile: string;
    address_line_1: string;
    date_of_birth: string;
    experience: readonly StoredExperience[];
  };

export function sealApplication(vault: Vault, { experience, ...typed }: Typed): NewApplication {
  const texts = { ...typed, experience: JSON.stringify(experience) };
  return { ...typed, ...applicationTexts.seal(vault, typed.id, texts), ...marksOf(vault, typed) };
}

/** @throws MissingKey, BrokenSeal */
export function openApplication(vault: Vault, row: ApplicationRow) {
  const { experience, ...texts } = applicationTexts.open(vault, row.id, row);
  return { ...row, ...texts, experience: JSON.parse(experience) as StoredExperience[] };
}

export const withOpenPhone = (vault: Vault, row: ApplicationRow) => ({
  ...row,
  ...phones.open(vault, row.id, row),
});
