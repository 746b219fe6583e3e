import type { Db } from '#platform/db/database.ts';
import * as queries from '#modules/catalog/catalog.queries.ts';
import { achTermsOf } from './routes.service.ts';

/** The wordings of one school's terms for bank debits, as clean HTML. */
export type DebitTerms = { program_group_id: number; wordings: string[] };

/**
 * The terms for bank debits that each school's contracts are signed under: those of its programs, each
 * wording once; the division's where it has no program.
 */
export async function listDebitTerms(db: Db): Promise<DebitTerms[]> {
  const groups = await queries.listGroups(db);
  const programs = await queries.listPrograms(db, {});
  return groups.map(({ group, division }) => {
    const own = programs
      .filter(({ program }) => program.program_group_id === group.id)
      .map(({ program }) => achTermsOf(program.ach_terms, division.ach_terms));
    return {
      program_group_id: group.id,
      wordings: [...new Set(own.length > 0 ? own : [achTermsOf(null, division.ach_terms)])],
    };
  });
}
