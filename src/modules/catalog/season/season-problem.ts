import { m } from '#i18n/messages.js';

/** `place` as in `periods[0].programs[1].routes[2].deposit`. */
export type SeasonProblem = { place: string; problem: string };

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

export type Path = PropertyKey[];

export type Place = { value: unknown; path: Path };

/**
 * Finds every place of a pattern such as `['periods', '*', 'programs']`; values of another form yield none.
 */
export function placesOf(root: Place, pattern: readonly string[]): Place[] {
  return pattern.reduce<Place[]>((places, part) => places.flatMap((place) => step(place, part)), [root]);
}

function step({ value, path }: Place, part: string): Place[] {
  if (part === '*')
    return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
  if (typeof value !== 'object' || value === null || !(part in value)) return [];
  return [{ value: (value as Record<string, unknown>)[part], path: [...path, part] }];
}
