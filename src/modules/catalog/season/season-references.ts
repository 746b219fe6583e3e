import { m } from '#i18n/messages.js';
import { placeOf, placesOf, type Path, type Place, type SeasonProblem } from './season-problem.ts';

/*
 * Rules between the objects of a season file: unique natural keys, and known references. These rules read the
 * file as typed, so other errors do not hide these.
 */

/** Natural keys already in the portal; a file may refer to these without repeating them. */
export type KnownKeys = { divisions: string[]; programGroups: string[]; programs: string[] };

const fold = (text: string) => text.trim().toLowerCase();
const trim = (text: string) => text.trim();

/** The scope, the place of the unique key within, and the normalization for comparing. */
const UNIQUE: [scope: string[], key: string[], same: (text: string) => string][] = [
  [[], ['divisions', '*', 'key'], trim],
  [[], ['program_groups', '*', 'path'], fold],
  [[], ['program_groups', '*', 'programs', '*', 'name'], trim],
  [['program_groups', '*', 'programs', '*'], ['grades', '*'], trim],
  [[], ['periods', '*', 'name'], trim],
  [['periods', '*'], ['program_groups', '*', 'program_group'], fold],
  [['periods', '*', 'program_groups', '*'], ['printable_contracts', '*', 'file_name'], trim],
  [['periods', '*'], ['programs', '*', 'program'], trim],
  [['periods', '*', 'programs', '*'], ['payment_type_surcharges', '*', 'name'], trim],
  [['periods', '*', 'programs', '*'], ['routes', '*', 'name'], trim],
  [['periods', '*', 'programs', '*'], ['financial_aid_codes', '*', 'code'], fold],
  [['periods', '*', 'programs', '*', 'routes', '*'], ['payment_terms', '*', 'identifier'], trim],
  [['periods', '*', 'programs', '*', 'routes', '*'], ['addons', '*', 'name'], trim],
  [['periods', '*', 'programs', '*', 'routes', '*'], ['discounts', '*', 'text'], trim],
  [[], ['content_blocks', '*', 'key'], trim],
];

function repeatedKeys(root: Place): SeasonProblem[] {
  return UNIQUE.flatMap(([scope, key, same]) =>
    placesOf(root, scope).flatMap((within) => {
      const first = new Map<string, Path>();
      return placesOf(within, key).flatMap(({ value, path }) => {
        if (typeof value !== 'string') return [];
        const seen = first.get(same(value));
        if (!seen) first.set(same(value), path);
        return seen
          ? [{ place: placeOf(path), problem: m.catalog_season_repeated({ place: placeOf(seen) }) }]
          : [];
      });
    }),
  );
}

type Reference = {
  from: string[];
  to: string[];
  known: string[];
  same: (text: string) => string;
  say: (data: { value: string }) => string;
};

function unknownReferences(root: Place, known: KnownKeys): SeasonProblem[] {
  const references: Reference[] = [
    {
      from: ['program_groups', '*', 'division'],
      to: ['divisions', '*', 'key'],
      known: known.divisions,
      same: trim,
      say: m.catalog_season_no_division,
    },
    {
      from: ['periods', '*', 'program_groups', '*', 'program_group'],
      to: ['program_groups', '*', 'path'],
      known: known.programGroups,
      same: fold,
      say: m.catalog_season_no_group,
    },
    {
      from: ['periods', '*', 'programs', '*', 'program'],
      to: ['program_groups', '*', 'programs', '*', 'name'],
      known: known.programs,
      same: trim,
      say: m.catalog_season_no_program,
    },
  ];
  return references.flatMap(({ from, to, known: there, same, say }) => {
    const named = placesOf(root, to)
      .map((place) => place.value)
      .filter((value) => typeof value === 'string');
    const keys = new Set([...there, ...named].map(same));
    return placesOf(root, from).flatMap(({ value, path }) =>
      typeof value === 'string' && !keys.has(same(value))
        ? [{ place: placeOf(path), problem: say({ value }) }]
        : [],
    );
  });
}

/** A school has one current period (K2). */
function currentTwice(root: Place): SeasonProblem[] {
  const first = new Map<string, Path>();
  return placesOf(root, ['periods', '*']).flatMap((period) => {
    const ofPeriod = (period.value as Record<string, unknown> | null)?.is_current;
    return placesOf(period, ['program_groups', '*']).flatMap(({ value, path }) => {
      const { program_group: group, is_current = ofPeriod } = (value ?? {}) as Record<string, unknown>;
      if (typeof group !== 'string' || is_current !== true) return [];
      const seen = first.get(fold(group));
      if (!seen) first.set(fold(group), path);
      // A group twice in a period is a repeated key, reported by `repeatedKeys`.
      if (!seen || seen[1] === path[1]) return [];
      return [{ place: placeOf(path), problem: m.catalog_season_current_twice({ place: placeOf(seen) }) }];
    });
  });
}

export function problemsBetween(file: unknown, known: KnownKeys): SeasonProblem[] {
  const root = { value: file, path: [] };
  return [...repeatedKeys(root), ...unknownReferences(root, known), ...currentTwice(root)];
}
