import { createElement, Fragment, type Key, type ReactElement, type ReactNode } from 'react';
import {
  beginMark,
  endMark,
  fieldMark,
  schoolsOnHomePage,
  stopAt,
  type ListName,
  type RouteOfPage,
  type SchoolOfPage,
} from '#kit/text/page-lists.ts';
import { IS_BUILD, knownSchools } from '#app/shell/page-facts.ts';
import type { Elements } from '#app/ui/elements.ts';

/** Every school, also those that the home page does not name; none in a page of the build. */
export const allSchools: readonly SchoolOfPage[] = IS_BUILD ? [] : knownSchools();

export const findSchool = (path: string | null | undefined): SchoolOfPage | undefined =>
  allSchools.find((school) => school.path.toLowerCase() === path?.toLowerCase());

const shown = schoolsOnHomePage(allSchools);

/** A school of a list, or the pattern that the server repeats for each school (kit/text/page-lists.ts). */
export type ListedSchool = Pick<SchoolOfPage, 'path' | 'short_name' | 'name' | 'routes_email'> & {
  drawing_file: string;
  building: string;
  /** its place on a line of 320 */
  stop: number | string;
  /** undefined for the pattern */
  school?: SchoolOfPage;
};

const mark = (field: string) => fieldMark('school', field);

const PATTERN: ListedSchool = {
  path: mark('path'),
  short_name: mark('short_name'),
  name: mark('name'),
  routes_email: mark('routes_email'),
  drawing_file: mark('drawing_file'),
  building: mark('building'),
  stop: mark('stop'),
};

// The marks are texts of the build alone: no reader ever sees them.
const patternOf = (list: ListName, pattern: ReactNode): ReactElement =>
  createElement(Fragment, { key: list }, beginMark(list), pattern, endMark(list));

const keyed = (key: Key, element: Elements): ReactElement =>
  createElement(Fragment, { key }, element as ReactNode);

/** The schools of the home page, in their order. */
export function eachSchool(draw: (school: ListedSchool) => Elements): Elements {
  if (IS_BUILD) return patternOf('school', draw(PATTERN) as ReactNode);
  return shown.map((school, i) =>
    keyed(school.path, draw({ ...school, stop: stopAt(i, shown.length), school })),
  );
}

/** The routes that the home page lists of a school. */
export function eachRoute({ school }: ListedSchool, draw: (route: RouteOfPage) => Elements): Elements {
  if (school) return school.routes.map((route) => keyed(route.map, draw(route)));
  const pattern = { map: fieldMark('route', 'map'), name: fieldMark('route', 'name') };
  return patternOf('route', draw(pattern) as ReactNode);
}

/** One of two drawings; a pattern holds both. */
function either(
  [list, then]: [ListName, Elements],
  [otherList, otherwise]: [ListName, Elements],
  holds: boolean | undefined,
): Elements {
  if (holds !== undefined) return holds ? then : otherwise;
  return [patternOf(list, then as ReactNode), patternOf(otherList, otherwise as ReactNode)];
}

export const ifRiding = ({ school }: ListedSchool, then: Elements, otherwise?: Elements): Elements =>
  either(['riding', then], ['planned', otherwise], school && school.routes.length > 0);

/** What a page says of a school with a mailbox. */
export function ifMailed({ school }: ListedSchool, then: Elements): Elements {
  if (school) return school.routes_email ? then : null;
  return patternOf('mailed', then as ReactNode);
}

export const ifDrawn = ({ school }: ListedSchool, then: Elements, otherwise: Elements): Elements =>
  either(['drawn', then], ['plain', otherwise], school && school.drawing_file !== '');
