import { eq, inArray } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts/accounts.ts';
import { addresses, students } from '#db/tables/students.ts';
import { invariant } from '#kit/invariant.ts';
import { plainDate } from '#kit/plain-date.ts';
import { phoneColumns } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { addressTexts, studentColumns } from '#modules/students/encrypted-texts.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Address } from '#modules/students/students.contract.ts';
import { drawId } from '#platform/db/sealed-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { families, staff, type DemoFamily, type DemoStudent } from './people.ts';

/** Hashes of the two demo passwords, made before the transaction begins. */
export type DemoPasswords = { staff: string; family: string };

export const hasUsers = async (tx: Tx) => (await tx.$count(users)) > 0;

type Filling = { now: Date; vault: Vault };

/** Adds staff and families, with what they typed about their children. */
export async function insertPeople(tx: Tx, passwords: DemoPasswords, { now, vault }: Filling): Promise<void> {
  const roles = await tx
    .select()
    .from(options)
    .where(
      inArray(
        options.key,
        staff.map(({ role }) => role),
      ),
    );
  for (const { role, ...person } of staff) {
    const user_id = await insertUser(tx, {
      ...person,
      password_hash: passwords.staff,
      email_verified_at: now,
      created_at: now,
    });
    const role_type_id = roles.find(({ key }) => key === role)?.id;
    invariant(role_type_id, `the options have ${role}`);
    await tx.insert(userRoles).values({ user_id, role_type_id });
  }
  for (const family of families) await insertFamily(tx, family, passwords.family, { now, vault });
}

async function insertUser(tx: Tx, user: typeof users.$inferInsert): Promise<number> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id });
  invariant(row, 'an insert returns its row');
  return row.id;
}

async function insertFamily(
  tx: Tx,
  family: DemoFamily,
  password_hash: string,
  { now, vault }: Filling,
): Promise<void> {
  const { first_name, last_name, email, isVerified, phones } = family;
  const user_id = await insertUser(tx, {
    first_name,
    last_name,
    email,
    password_hash,
    email_verified_at: isVerified ? now : null,
    acknowledged_at: now,
    created_at: now,
  });
  if (phones) {
    const columns = phoneColumns(vault, user_id, { phone_home: phones.home, phone_mobile: phones.mobile });
    await tx.update(users).set(columns).where(eq(users.id, user_id));
  }
  const [home] = await insertHomes(tx, family, { user_id, now, vault });
  if (!home) return;
  for (const student of family.students) {
    const id = await drawId(tx, 'students');
    const typed = { ...studentRowOf(student, family, home, now), ...textsOf(student) };
    const row = { id, user_id, created_at: now, ...typed, ...studentColumns(vault, id, typed) };
    await tx.insert(students).overridingSystemValue().values(row);
  }
}

/** @returns the addresses in use */
async function insertHomes(
  tx: Tx,
  family: DemoFamily,
  { user_id, now, vault }: Filling & { user_id: number },
): Promise<Home[]> {
  const homes: Home[] = [];
  for (const { is_active, apt = null, ...address } of family.addresses) {
    const typed = { ...address, apt, state: 'NY' };
    const id = await drawId(tx, 'addresses');
    const row = { id, user_id, is_active, created_at: now, ...addressTexts.seal(vault, id, typed) };
    await tx.insert(addresses).overridingSystemValue().values(row);
    if (is_active) homes.push({ id, ...typed });
  }
  return homes;
}

type Home = Omit<Address, 'is_active' | 'version'>;

function studentRowOf(student: DemoStudent, family: DemoFamily, home: Home, now: Date) {
  const { first_name, sex, age, bornOn, medical_concerns, custody, can_exit_bus_alone = false } = student;
  const { id: address_id, ...address } = home;
  return {
    first_name,
    last_name: family.last_name,
    sex,
    can_exit_bus_alone,
    address_id,
    ...address,
    date_of_birth: plainDate(`${now.getUTCFullYear() - age}-${bornOn}`) as string,
    phone_mobile: null,
    has_medical_concerns: medical_concerns !== undefined,
    ...guardiansOf(family),
    is_split_custody: custody !== undefined,
  };
}

function guardiansOf({ first_name, last_name, email, phones, secondGuardian: second }: DemoFamily) {
  invariant(phones, 'a demo family with children has phones');
  return {
    phone_home: phones.home,
    guardian_1_first_name: first_name,
    guardian_1_last_name: last_name,
    guardian_1_phone_mobile: phones.mobile,
    guardian_1_email: email,
    guardian_2_first_name: second?.first_name,
    guardian_2_last_name: second?.last_name,
    guardian_2_phone_mobile: second?.phone,
    guardian_2_email: second?.email,
  };
}

const textsOf = ({ medical_concerns, custody }: DemoStudent) => ({
  medical_concerns: medical_concerns ?? null,
  second_address: custody?.second_address ?? null,
  custody_notes: custody?.notes ?? null,
});
