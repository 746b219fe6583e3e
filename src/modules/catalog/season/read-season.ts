import type { PlainDate } from '#kit/plain-date.ts';
import { brokenIn } from '#modules/catalog/changes/read-fields.ts';
import { seasonShape, withDays, type Season } from './season-file.ts';
import { problemOf, type SeasonProblem } from './season-problem.ts';
import { brokenBetween, type KnownKeys } from './season-references.ts';

export type ReadSeason = { season: Season; problems: [] } | { season: undefined; problems: SeasonProblem[] };

type SeasonContext = { today: PlainDate; known: KnownKeys };

/**
 * Reads a parsed season file, and reports every problem with the place.
 * @param known natural keys already in the portal
 * Source: K2
 */
export function readSeason(file: unknown, { today, known }: SeasonContext): ReadSeason {
  const read = seasonShape.safeParse(withDays(file, today), { reportInput: true });
  const broken = [
    ...(read.success ? [] : read.error.issues.flatMap(brokenIn)),
    ...brokenBetween(file, known),
  ];
  if (read.success && broken.length === 0) return { season: read.data, problems: [] };
  return { season: undefined, problems: broken.map(problemOf) };
}
