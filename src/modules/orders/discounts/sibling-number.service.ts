import type { Viewer } from '#kit/endpoint/viewer.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { StudentRecord } from '#modules/students/students.service.ts';
import type { Db } from '#platform/db/database.ts';
import { asIssued, isContractNumber } from '#modules/orders/contracts/contract-number.ts';
import { findContractByNumber } from './discounts.queries.ts';
import { earnsSiblingDiscount, type NamedContract, type FamilyFacts } from './sibling-family.ts';

/** Where a discount applies: a school in a period. */
export type DiscountScope = { period_id: number; program_group_id: number };

type Home = Pick<StudentRecord, 'guardian_1_email' | 'guardian_2_email' | 'address' | 'zip'>;

function familyOf(user_id: number, student: Home): FamilyFacts {
  return {
    user_id,
    guardian_emails: [student.guardian_1_email, student.guardian_2_email],
    address: student.address,
    zip: student.zip,
  };
}

async function findNamedContract(tx: Db, typed: string): Promise<NamedContract | undefined> {
  if (!isContractNumber(typed)) return undefined;
  const contract = await findContractByNumber(tx, asIssued(typed));
  if (!contract) return undefined;
  // The family as it signed: no other family's record is opened to answer a stranger's question.
  return {
    ...contract,
    ...familyOf(contract.user_id, contract.snapshot.student),
    is_active: contract.status === 'active',
  };
}

/**
 * Whether a contract number earns a sibling discount for one of the viewer's students (B2).
 * Before a student is chosen, the account stands for the family; placing the order checks again, with the
 * student (B3).
 */
export async function earnsDiscount(
  tx: Db,
  viewer: Viewer,
  number: string,
  candidate: { place: DiscountScope; student: StudentRecord | undefined },
): Promise<boolean> {
  const namedContract = await findNamedContract(tx, number);
  if (!namedContract) return false;
  const { place, student } = candidate;
  if (student)
    return earnsSiblingDiscount(namedContract, {
      ...place,
      ...familyOf(viewer.user_id, student),
      student_id: student.id,
    });
  const { email } = await getUser(tx, viewer.user_id);
  const account: FamilyFacts = { user_id: viewer.user_id, guardian_emails: [email], address: '', zip: '' };
  return earnsSiblingDiscount(namedContract, { ...place, ...account, student_id: 0 });
}
