import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { useRight } from '#app/auth/use-auth.ts';

/** The facts of the company and its divisions want their own right (SE3.1). */
export function useMayWrite(kind: ObjectKind): boolean {
  const [ofCompany, ofSeason] = [useRight('company'), useRight('season_write')];
  return ofSeason && (ofCompany || (kind !== 'company' && kind !== 'division'));
}
