import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { seasonShape, type Season } from './season-file.ts';
import { placeOf, type SeasonProblem } from './season-problem.ts';
import { problemsBetween, type KnownKeys } from './season-references.ts';

export type ReadSeason = { season: Season; problems: [] } | { season: undefined; problems: SeasonProblem[] };

type SeasonContext = { today: PlainDate; known: KnownKeys };

/**
 * Reads a parsed season file, and reports every problem with the place.
 * @param known natural keys already in the portal
 * Source: K2
 */
export function readSeason(file: unknown, { today, known }: SeasonContext): ReadSeason {
  const read = seasonShape(today).safeParse(file, { reportInput: true });
  const problems = [
    ...(read.success ? [] : read.error.issues.flatMap(problemsOf)),
    ...problemsBetween(file, known),
  ];
  if (read.success && problems.length === 0) return { season: read.data, problems: [] };
  return { season: undefined, problems };
}

function problemsOf(issue: z.core.$ZodIssue): SeasonProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      place: placeOf([...issue.path, key]),
      problem: m.catalog_season_unknown(),
    }));
  }
  return [{ place: placeOf(issue.path), problem: issue.message }];
}
