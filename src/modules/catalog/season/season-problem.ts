import { m } from '#i18n/messages.js';

/** One thing wrong with a season file: where, as `periods[0].programs[1].routes[2].deposit`, and what. */
export type SeasonProblem = { place: string; problem: string };

/** Thrown when a season cannot be imported; it carries everything that is wrong, not the first alone. */
export class SeasonRefused extends Error {
  readonly problems: readonly SeasonProblem[];

  constructor(problems: readonly SeasonProblem[]) {
    super(problems.map(sentenceOfProblem).join('\n'));
    this.name = 'SeasonRefused';
    this.problems = problems;
  }
}

export function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return place.replace(/^\./, '');
}

export function sentenceOfProblem({ place, problem }: SeasonProblem): string {
  return m.catalog_season_problem({ place: place || m.catalog_season_file(), problem });
}
