import { USER_PHONES, userPhoneRows, type PhoneColumns } from '#modules/accounts/users.queries.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { phoneMarks } from '#platform/vault/phone-marks.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';

export const userPhones = encryptedColumns('users', USER_PHONES);

type Phones = Record<(typeof USER_PHONES)[number], string | null>;

const marksOf = (vault: Vault, { phone_home, phone_mobile }: Phones) => ({
  phone_marks: phoneMarks(vault, userPhones.table, [phone_home, phone_mobile]),
});

export const sealedUsers = sealedColumns(userPhones, userPhoneRows, marksOf);

export const phoneColumns = (vault: Vault, user_id: number, phones: Phones): PhoneColumns => ({
  ...userPhones.seal(vault, user_id, phones),
  ...marksOf(vault, phones),
});
