import { m } from '#i18n/messages.js';
import type { BrokenAt } from '#kit/rules/broken-rule.ts';

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

/** Tells a broken rule by its place; the sentence names other fields as the file does. */
export const problemOf = ({ path, params }: BrokenAt): SeasonProblem => ({
  place: placeOf(path),
  problem: params.say((field) => field),
});

export function sentenceOfProblem({ place, problem }: SeasonProblem): string {
  return m.catalog_season_problem({ place: place || m.catalog_season_file(), problem });
}

export type Path = PropertyKey[];

export type Place = { value: unknown; path: Path };

/** Finds what is below a place: the items of a list by `*`, or a field; values of another form yield none. */
export function step({ value, path }: Place, part: string): Place[] {
  if (part === '*')
    return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
  if (typeof value !== 'object' || value === null || !(part in value)) return [];
  return [{ value: (value as Record<string, unknown>)[part], path: [...path, part] }];
}
