import type { TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';

/** Terms of a division are facts of the company. */
export function useMayWriteText({ kind }: Pick<TextAnswer, 'kind'>): boolean {
  const [season, company] = [useRight('season_write'), useRight('company')];
  return kind === 'division' ? season && company : season;
}
