import { isolated } from './isolated.ts';

type Named = { first_name: string; last_name: string };

export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** In a sentence, a title or a link of a page: in its own direction (MD23). */
export const shownName = (person: Named): string => isolated(fullName(person));
