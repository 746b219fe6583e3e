import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { ContractSnapshot, OpenedContract } from './contract-snapshot.ts';

/**
 * A contract as it was signed, with what is sealed of the student opened.
 * @param student_id  of the order: a contract that was given another child's texts does not open
 * @throws MissingKey, BrokenSeal
 */
export function openContract(
  vault: Vault,
  { snapshot, student_id }: { snapshot: ContractSnapshot; student_id: number },
): OpenedContract {
  const { student } = snapshot;
  return { ...snapshot, student: { ...student, ...studentTexts.open(vault, student_id, student) } };
}
