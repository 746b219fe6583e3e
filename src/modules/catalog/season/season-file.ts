import type { z } from 'zod';
import * as f from '#kit/rules/object-fields.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { CATALOG_OBJECTS } from '#modules/catalog/objects/catalog-objects.ts';
import { company } from '#modules/catalog/objects/company.ts';
import { contentBlock } from '#modules/catalog/objects/content-block.ts';
import { division } from '#modules/catalog/objects/division.ts';
import { newsItem } from '#modules/catalog/objects/news-item.ts';
import { fieldsOfFormat, whole, type CatalogObject } from '#modules/catalog/objects/object.ts';
import { period } from '#modules/catalog/objects/period.ts';
import { school } from '#modules/catalog/objects/school.ts';
import { step, type Path, type Place } from './season-problem.ts';

/** What stands in a season file beside the company. */
export const SEASON_LISTS = {
  divisions: division,
  program_groups: school,
  periods: period,
  content_blocks: contentBlock,
  news_items: newsItem,
};

/**
 * The shape of a whole season file (K2): the objects of the catalog, put together. Field names come from the
 * specifications; dollars become cents, percent numbers thousandths of a percent. `withDays` resolves days
 * first.
 */
export const seasonShape = f.record({
  format: f.constant('schoolrun-season'),
  version: f.constant(1),
  company: whole(company).optional(),
  divisions: f.list(whole(SEASON_LISTS.divisions)),
  program_groups: f.list(whole(SEASON_LISTS.program_groups)),
  periods: f.list(whole(SEASON_LISTS.periods)),
  content_blocks: f.list(whole(SEASON_LISTS.content_blocks)),
  news_items: f.list(whole(SEASON_LISTS.news_items)),
});

export type Season = z.output<typeof seasonShape>;

const DAYS = new Set(Object.values(CATALOG_OBJECTS).flatMap((object) => fieldsOfFormat(object, 'date')));

/**
 * Resolves the relative days of a file; other texts stay as they are.
 * @param today the base of `today+30d`, by the portal's clock
 */
export function withDays(file: unknown, today: PlainDate): unknown {
  if (Array.isArray(file)) return file.map((item) => withDays(item, today));
  if (typeof file !== 'object' || file === null) return file;
  const resolved = Object.entries(file).map(([name, value]: [string, unknown]) => [
    name,
    DAYS.has(name) && typeof value === 'string'
      ? (f.resolveDay(value, today) ?? value)
      : withDays(value, today),
  ]);
  return Object.fromEntries(resolved);
}

/** An object of a file as typed, with the path of the object or file around it. */
export type Found = Place & { object: CatalogObject; within: Path };

/** Every object of a file, those of a list before those below them; values of another form yield none. */
export function objectsIn(file: unknown): Found[] {
  return below({ value: file, path: [] }, SEASON_LISTS);
}

function below(around: Place, lists: CatalogObject['lists']): Found[] {
  return Object.entries(lists).flatMap(([name, object]) => {
    const items = step(around, name).flatMap((place) => step(place, '*'));
    const found = items.map((item) => ({ ...item, object, within: around.path }));
    return [...found, ...items.flatMap((item) => below(item, object.lists))];
  });
}

/** A field of an object as typed. */
export function fieldOf({ object, value, path }: Found, name: string): Place | undefined {
  if (object.isText && (typeof value !== 'object' || value === null)) return { value, path };
  return step({ value, path }, name)[0];
}
