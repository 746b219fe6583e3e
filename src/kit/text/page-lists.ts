import { escapeHtml } from './escape-html.ts';
import { isLineColor } from './line-color.ts';

/*
 * A page is built before the portal knows its schools. The build draws one school as a pattern between two
 * marks; the server repeats the pattern for each school. Marks have no sign that an address or HTML escapes.
 */

/** A route of a school on the home page; `map` is the key of its content block. */
export type RouteOfPage = { map: string; name: string };

/** A school as public pages name it. */
export type SchoolOfPage = {
  path: string;
  /** the path in capitals, as on the bus */
  short_name: string;
  name: string;
  routes_email: string;
  line_color: string;
  /** a picture below the storage; empty: the building below */
  drawing_file: string;
  /** the name of a drawing of the brand folder, or `other` */
  building: string;
  is_on_home_page: boolean;
  routes: readonly RouteOfPage[];
};

type Item = Readonly<Record<string, string | readonly Item[]>>;

/** Each list of an item, by its name. */
const LISTS = ['school', 'route', 'riding', 'planned', 'mailed', 'drawn', 'plain'] as const;
export type ListName = (typeof LISTS)[number];

export const beginMark = (list: ListName): string => `~each-${list}~`;
export const endMark = (list: ListName): string => `~end-${list}~`;
export const fieldMark = (list: ListName, field: string): string => `~${list}.${field}~`;

/** The place of a school on a line of 320 from left to right. */
export const stopAt = (place: number, places: number): number => 12 + (place * 296) / Math.max(places - 1, 1);

const ONCE: readonly Item[] = [{}];

function itemOf(school: SchoolOfPage, place: number, places: number): Item {
  const { routes, is_on_home_page: _, ...texts } = school;
  const hasRoutes = routes.length > 0;
  return {
    ...texts,
    stop: String(stopAt(place, places)),
    route: routes,
    riding: hasRoutes ? ONCE : [],
    planned: hasRoutes ? [] : ONCE,
    mailed: school.routes_email ? ONCE : [],
    drawn: school.drawing_file ? ONCE : [],
    plain: school.drawing_file ? [] : ONCE,
  };
}

export const schoolsOnHomePage = (schools: readonly SchoolOfPage[]): SchoolOfPage[] =>
  schools.filter(({ is_on_home_page }) => is_on_home_page);

/** Repeats the pattern of each list; texts are escaped, so that none brings markup along. */
export function fillLists(html: string, schools: readonly SchoolOfPage[]): string {
  const shown = schoolsOnHomePage(schools);
  return repeat(
    html,
    'school',
    shown.map((school, i) => itemOf(school, i, shown.length)),
  );
}

function repeat(html: string, list: ListName, items: readonly Item[]): string {
  const [begin, end] = [beginMark(list), endMark(list)];
  const [before, ...patterns] = html.split(begin);
  return patterns.reduce((filled, rest) => {
    const [pattern = '', ...after] = rest.split(end);
    return filled + items.map((item) => one(pattern, list, item)).join('') + after.join(end);
  }, before!);
}

function one(pattern: string, list: ListName, item: Item): string {
  const inner = LISTS.reduce((html, name) => {
    const items = item[name];
    return Array.isArray(items) ? repeat(html, name, items as readonly Item[]) : html;
  }, pattern);
  const marks = new RegExp(`~${list}\\.(\\w+)~`, 'g');
  return inner.replaceAll(marks, (_, field: string) => {
    const text = item[field];
    return typeof text === 'string' ? escapeHtml(text) : '';
  });
}

/** The style rules of the lines of the schools, for `data-line`. */
export const lineStyles = (schools: readonly Pick<SchoolOfPage, 'path' | 'line_color'>[]): string =>
  schools
    .filter(({ path, line_color }) => /^[\w-]+$/.test(path) && isLineColor(line_color))
    .map(({ path, line_color }) => `[data-line='${path.toLowerCase()}']{--line:${line_color}}`)
    .join('');
