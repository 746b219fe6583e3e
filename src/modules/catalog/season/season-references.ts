import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRules } from '#modules/catalog/objects/catalog-rules.ts';
import { foldKey, type CatalogObject } from '#modules/catalog/objects/object.ts';
import { division } from '#modules/catalog/objects/division.ts';
import { program } from '#modules/catalog/objects/program.ts';
import { school } from '#modules/catalog/objects/school.ts';
import { fieldOf, objectsIn, type Found } from './season-file.ts';
import { placeOf, step, type Path } from './season-problem.ts';

/*
 * Rules between the objects of a season file: unique natural keys, and known references. These rules read the
 * file as typed, so other errors do not hide these.
 */

/** Natural keys already in the portal, by kind; a file may refer to these without repeating them. */
export type KnownKeys = Readonly<Record<'division' | 'program_group' | 'program', readonly string[]>>;

const keyOf = (found: Found) => found.object.key && fieldOf(found, found.object.key.field);

function repeatedKeys(all: readonly Found[]): BrokenAt[] {
  const first = new Map<string, Path>();
  return all.flatMap((found) => {
    const { object, within } = found;
    const { value, path } = keyOf(found) ?? {};
    if (typeof value !== 'string' || !path) return [];
    const scope = object.key?.isUniqueEverywhere ? [] : within;
    const key = JSON.stringify([object.kind, scope, foldKey(object, value)]);
    const seen = first.get(key);
    if (!seen) first.set(key, path);
    return seen ? [{ path, params: objectRules.repeated(placeOf(seen)) }] : [];
  });
}

function unknownReferences(all: readonly Found[], known: KnownKeys): BrokenAt[] {
  return [division, school, program].flatMap((target: CatalogObject) => {
    const named = all.filter(({ object }) => object.kind === target.kind).map((found) => keyOf(found)?.value);
    const there = [...known[target.kind as keyof KnownKeys], ...named].filter(
      (key) => typeof key === 'string',
    );
    const keys = new Set(there.map((key) => foldKey(target, key)));
    return referencesTo(target, all).flatMap(({ value, path }) =>
      typeof value === 'string' && !keys.has(foldKey(target, value))
        ? [{ path, params: target.key!.missing!(value) }]
        : [],
    );
  });
}

const referencesTo = ({ kind }: CatalogObject, all: readonly Found[]) =>
  all.flatMap((found) =>
    Object.entries(found.object.refersTo).flatMap(([field, to]) =>
      to === kind ? (fieldOf(found, field) ?? []) : [],
    ),
  );

/** A school has one current period (K2). */
function currentTwice(file: unknown): BrokenAt[] {
  const first = new Map<string, Path>();
  const periods = step({ value: file, path: [] }, 'periods').flatMap((place) => step(place, '*'));
  return periods.flatMap((period) => {
    const ofPeriod = (period.value as Record<string, unknown> | null)?.is_current;
    const groups = step(period, 'program_groups').flatMap((place) => step(place, '*'));
    return groups.flatMap(({ value, path }) => {
      const { program_group: group, is_current = ofPeriod } = (value ?? {}) as Record<string, unknown>;
      if (typeof group !== 'string' || is_current !== true) return [];
      const seen = first.get(foldKey(school, group));
      if (!seen) first.set(foldKey(school, group), path);
      // A group twice in a period is a repeated key, reported by `repeatedKeys`.
      if (!seen || seen[1] === path[1]) return [];
      return [{ path, params: catalogRules.current_twice(placeOf(seen)) }];
    });
  });
}

export function brokenBetween(file: unknown, known: KnownKeys): BrokenAt[] {
  const all = objectsIn(file);
  return [...repeatedKeys(all), ...unknownReferences(all, known), ...currentTwice(file)];
}
