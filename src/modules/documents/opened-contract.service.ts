import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { ContractSnapshot, OpenedContract } from './contract-snapshot.ts';

/**
 * @param student_id  of the order: texts copied from another student do not decrypt
 * @throws MissingKey, BrokenSeal
 */
export function openContract(
  vault: Vault,
  { snapshot, student_id }: { snapshot: ContractSnapshot; student_id: number },
): OpenedContract {
  const { student } = snapshot;
  return { ...snapshot, student: { ...student, ...studentTexts.open(vault, student_id, student) } };
}
