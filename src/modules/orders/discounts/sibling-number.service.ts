import type { Viewer } from '#kit/endpoint/viewer.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { isSameChild, type StudentRecord } from '#modules/students/students.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { isContractNumber, issuedForms } from '#modules/orders/contracts/contract-number.ts';
import { findContractByNumber } from './discounts.queries.ts';
import { earnsSiblingDiscount, type NamedContract, type FamilyFacts } from './sibling-family.ts';

export type DiscountScope = { period_id: number; program_group_id: number };

type Guardians = Pick<StudentRecord, 'guardian_1_email' | 'guardian_2_email'>;

/** @param student  undefined before the choice: the account's address stands for the guardians */
async function familyOf(db: Db, user_id: number, student: Guardians | undefined): Promise<FamilyFacts> {
  const { email, email_verified_at } = await getUser(db, user_id);
  return {
    user_id,
    verified_email: email_verified_at && email,
    guardian_emails: student ? [student.guardian_1_email, student.guardian_2_email] : [email],
  };
}

type Named = NamedContract & { contract_number: string };

async function findNamedContract(db: Db, typed: string): Promise<Named | undefined> {
  if (!isContractNumber(typed)) return undefined;
  const paths = (await currentCatalog(db)).program_groups.map(({ path }) => path);
  const contract = await findContractByNumber(db, issuedForms(typed, paths));
  if (!contract) return undefined;
  // The guardians as signed: a stranger's request must not decrypt another family's student.
  return {
    ...contract,
    ...(await familyOf(db, contract.user_id, contract.snapshot.student)),
    is_active: contract.status === 'active',
  };
}

/**
 * Before the choice of a student, the account stands for the family; placing the order repeats the check (B2,
 * B3, H9). A second record of a child is no sibling (MC10).
 * @returns the number as issued; undefined if it earns no discount
 */
export async function numberThatEarns(
  { db, vault }: { db: Db; vault: Vault },
  viewer: Viewer,
  number: string,
  candidate: { place: DiscountScope; student: StudentRecord | undefined },
): Promise<string | undefined> {
  const namedContract = await findNamedContract(db, number);
  if (!namedContract) return undefined;
  const { place, student } = candidate;
  const family = await familyOf(db, viewer.user_id, student);
  const isEarned = earnsSiblingDiscount(namedContract, { ...place, ...family, student_id: student?.id ?? 0 });
  if (!isEarned) return undefined;
  // Only for a contract of the family: a stranger's request must not decrypt another family's student.
  const ids = student && { one: student.id, other: namedContract.student_id };
  return ids && (await isSameChild({ db, vault }, ids)) ? undefined : namedContract.contract_number;
}
