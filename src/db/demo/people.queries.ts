import { inArray } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts.ts';
import { addresses, students } from '#db/tables/students.ts';
import { invariant } from '#kit/invariant.ts';
import { plainDate } from '#kit/plain-date.ts';
import { careTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Tx } from '#platform/db/database.ts';
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
    const userId = await insertUser(tx, {
      ...person,
      passwordHash: passwords.staff,
      emailVerifiedAt: now,
      createdAt: now,
    });
    const roleTypeId = roles.find(({ key }) => key === role)?.id;
    invariant(roleTypeId, `the options have ${role}`);
    await tx.insert(userRoles).values({ userId, roleTypeId });
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
  passwordHash: string,
  { now, vault }: Filling,
): Promise<void> {
  const { firstName, lastName, email, isVerified, phones } = family;
  const user = {
    firstName,
    lastName,
    email,
    passwordHash,
    phoneHome: phones?.home,
    phoneMobile: phones?.mobile,
  };
  const userId = await insertUser(tx, {
    ...user,
    emailVerifiedAt: isVerified ? now : null,
    acknowledgedAt: now,
    createdAt: now,
  });
  const homes = family.addresses.map((address) => ({ ...address, userId, state: 'NY', createdAt: now }));
  const saved = homes.length > 0 ? await tx.insert(addresses).values(homes).returning() : [];
  const home = saved.find(({ isActive }) => isActive);
  if (!home) return;
  await tx.insert(students).values(
    family.students.map((student) => ({
      userId,
      createdAt: now,
      ...studentRowOf(student, family, home, now),
      ...textsOf(student, vault),
    })),
  );
}

type Home = Pick<typeof addresses.$inferSelect, 'id' | 'address' | 'apt' | 'city' | 'state' | 'zip'>;

function studentRowOf(
  student: DemoStudent,
  { firstName, lastName, email, phones, secondGuardian: second }: DemoFamily,
  home: Home,
  now: Date,
) {
  const {
    firstName: childName,
    sex,
    age,
    bornOn,
    medicalConcerns,
    custody,
    canExitBusAlone = false,
  } = student;
  const { id: addressId, address, apt, city, state, zip } = home;
  invariant(phones, 'a demo family with children has phones');
  return {
    firstName: childName,
    lastName,
    sex,
    canExitBusAlone,
    addressId,
    address,
    apt,
    city,
    state,
    zip,
    dateOfBirth: plainDate(`${now.getUTCFullYear() - age}-${bornOn}`),
    phoneHome: phones.home,
    hasMedicalConcerns: medicalConcerns !== undefined,
    guardian1FirstName: firstName,
    guardian1LastName: lastName,
    guardian1PhoneMobile: phones.mobile,
    guardian1Email: email,
    guardian2FirstName: second?.firstName,
    guardian2LastName: second?.lastName,
    guardian2PhoneMobile: second?.phone,
    guardian2Email: second?.email,
    isSplitCustody: custody !== undefined,
  };
}

function textsOf({ medicalConcerns, custody }: DemoStudent, vault: Vault) {
  const typed = {
    medical_concerns: medicalConcerns ?? null,
    second_address: custody?.secondAddress ?? null,
    custody_notes: custody?.notes ?? null,
  };
  const { medical_concerns, second_address, custody_notes } = careTexts.seal(vault, typed);
  return { medicalConcerns: medical_concerns, secondAddress: second_address, custodyNotes: custody_notes };
}
