import {
  COMPANY_ID,
  nameOf,
  siblingsOf,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { fieldOf, objectsIn } from '#modules/catalog/season/season-file.ts';
import { placeOf } from '#modules/catalog/season/season-problem.ts';

export type ObjectAtPlace = { kind: ObjectKind; id: number };

const folded = (text: string) => text.trim().toLowerCase();

/**
 * Finds the stored object for a place of a season file, by the natural keys of the file on the way there.
 * @param file   as parsed, with any faults
 * @param place  as in `periods[0].programs[1].routes[2].deposit`
 * @returns undefined for an object that the portal does not have
 */
export function objectAtPlace(
  objects: WorkingObjects,
  file: unknown,
  place: string,
): ObjectAtPlace | undefined {
  if (/^company\b/.test(place))
    return objects.stored.get('company')!.has(COMPANY_ID) ? { kind: 'company', id: COMPANY_ID } : undefined;
  const around = objectsIn(file)
    .map((one) => ({ ...one, at: placeOf(one.path) }))
    .filter(({ at }) => place === at || place.startsWith(`${at}.`))
    .toSorted((a, b) => a.at.length - b.at.length);
  let found: ObjectAtPlace | undefined;
  for (const level of around) {
    const kind = level.object.kind as ObjectKind;
    const key = fieldOf(level, level.object.key!.field)?.value;
    const row = siblingsOf(objects, kind, found?.id).find(
      (sibling) => typeof key === 'string' && folded(nameOf(objects, kind, sibling)) === folded(key),
    );
    if (!row) return undefined;
    found = { kind, id: row.id };
  }
  return found;
}
