import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import type { Student } from '#modules/students/students.contract.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { StudentPage } from './people.contract.ts';
import { isOfCare, signedDifferences } from './signed-fields.ts';
import type { AwardOfStudent, ContractOfStudent } from './student-page.queries.ts';

export { listAwardsOf, listContractsOf } from './student-page.queries.ts';

type Signed = { student: Student; contracts: readonly ContractOfStudent[] };

/** A contract in force says what has changed since the signature; an ended contract says nothing. */
export function contractsShown(
  { vault, catalog }: { vault: Vault; catalog: SellingCatalog },
  { student, contracts }: Signed,
): StudentPage['contracts'] {
  const names = namesOf(catalog);
  return contracts.map(({ snapshot, route_id, ...contract }) => {
    const { line, season, school } = names.ofRoute(route_id);
    const signed = openContract(vault, { snapshot, student_id: student.id }).student;
    const differences = contract.status === 'active' ? signedDifferences(signed, student) : [];
    return {
      ...contract,
      line,
      season,
      school,
      changed: differences.filter((one) => !isOfCare(one)),
      changed_care: differences.filter(isOfCare),
    };
  });
}

export function awardsShown(
  { periods, program_groups }: Pick<SellingCatalog, 'periods' | 'program_groups'>,
  awards: readonly AwardOfStudent[],
): StudentPage['awards'] {
  return awards.map(({ period_id, program_group_id, ended_at, ...award }) => ({
    ...award,
    season: periods.find(({ id }) => id === period_id)?.text ?? '',
    school: program_groups.find(({ id }) => id === program_group_id)?.text ?? '',
    is_ended: ended_at !== null,
  }));
}
