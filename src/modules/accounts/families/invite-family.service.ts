import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseField } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isEmailTaken } from '#modules/accounts/profile/email-change.service.ts';
import { phoneColumns } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { findUserByEmail, insertUser, setNameAndPhones } from '#modules/accounts/users.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { NewFamily } from './families.shapes.ts';

type Invited = { family: NewFamily; unusable_hash: string };

/**
 * Makes the account of a family that telephones, and mails a link to choose a password. The account of a
 * known e-mail is left as it is.
 * @param unusable_hash  of a password that nobody knows
 * @returns the account
 * @throws Refusal email_of_staff, email_in_use (each names the field)
 * Source: OF3.1
 */
export async function inviteFamily(
  { tx, now, vault }: { tx: Tx; now: Date; vault: Vault },
  staff: Viewer,
  { family, unusable_hash }: Invited,
): Promise<number> {
  const { email, first_name, last_name, phone_mobile } = family;
  const known = await findUserByEmail(tx, email);
  if (known) {
    if (await isStaffMember(tx, known.id))
      throw refuseField(accountRefusals.email_of_staff, 'email', { email });
    return known.id;
  }
  if (await isEmailTaken(tx, now, email, null)) throw refuseField(accountRefusals.email_in_use, 'email');
  // The family acknowledges what the account is for with the choice of a password.
  const account = { email, first_name, last_name, acknowledged_at: null, created_at: now };
  const made = await insertUser(tx, { ...account, password_hash: unusable_hash });
  if (!made) throw refuseField(accountRefusals.email_in_use, 'email');
  await setNameAndPhones(tx, made.id, phoneColumns(vault, made.id, { phone_home: null, phone_mobile }));
  await writeAudit(tx, now, staff, {
    action: 'family.invite',
    subject: `user:${made.id}`,
    after: { version: made.version + 1 },
  });
  await enqueue(tx, now, {
    kind: 'accounts.family_invited',
    ref: String(made.id),
    payload: { user_id: made.id },
  });
  return made.id;
}
