import { formatDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { roleText } from '#modules/accounts/role-text.ts';
import { listStaff } from '#modules/accounts/staff/staff-members.service.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { DOT, type Looking } from './found-people.service.ts';
import { ofHits, type Found } from './found.ts';
import { alike } from './likeness.ts';
import type { Hit } from './lookup.contract.ts';
import * as queries from './lookup.queries.ts';

type Row = { id: number };
type Shown = Pick<Hit, 'path' | 'title' | 'detail'>;

/** The things with the typed words in a name. */
function found<Thing extends Row>(
  typed: string,
  things: readonly Thing[],
  namesOfThing: (thing: Thing) => readonly (string | null)[],
  toHit: (thing: Thing) => Shown,
): Found {
  const hits = alike(typed, things, namesOfThing).map(({ thing, likeness }) => ({
    id: thing.id,
    ...toHit(thing),
    is_exact: likeness === 'exact',
  }));
  return ofHits(hits);
}

const textOf = (rows: readonly (Row & { text: string })[], id: number) =>
  rows.find((row) => row.id === id)?.text ?? '';

const newestFirst = <Thing extends Row>(things: readonly Thing[]) => things.toSorted((a, b) => b.id - a.id);

export const findSchools = ({ catalog, typed }: Looking): Found =>
  found(
    typed,
    catalog.program_groups,
    ({ text, path }) => [text, path],
    ({ id, text, path }) => ({ path: `/admin/schools/${id}`, title: text, detail: path }),
  );

export const findPrograms = ({ catalog, typed }: Looking): Found =>
  found(
    typed,
    catalog.programs,
    ({ text, name }) => [text, name],
    ({ id, text, program_group_id }) => ({
      path: `/admin/schools/${program_group_id}?object=program:${id}`,
      title: text,
      detail: textOf(catalog.program_groups, program_group_id),
    }),
  );

const seasonHit = ({ id, text, name }: SellingCatalog['periods'][number]): Shown => ({
  path: `/admin/seasons/${id}`,
  title: text,
  detail: name,
});

export const findSeasons = ({ catalog, typed }: Looking): Found =>
  found(typed, newestFirst(catalog.periods), ({ text, name }) => [text, name], seasonHit);

/** The seasons by their ids. */
export const seasonHits = ({ catalog }: Looking, ids: readonly number[]): Hit[] =>
  catalog.periods
    .filter(({ id }) => ids.includes(id))
    .map((season) => ({ id: season.id, ...seasonHit(season), is_exact: false }));

export function findRoutes({ catalog, typed }: Looking): Found {
  const names = namesOf(catalog);
  const seasonOf = new Map(catalog.period_programs.map(({ id, period_id }) => [id, period_id]));
  return found(
    typed,
    newestFirst(catalog.routes),
    (route) => [route.name, names.ofRoute(route.id).line],
    ({ id, period_program_id }) => {
      const { line, school, program, season } = names.ofRoute(id);
      return {
        path: `/admin/seasons/${seasonOf.get(period_program_id)}?object=route:${id}`,
        title: line,
        detail: [school, program, season].join(DOT),
      };
    },
  );
}

export async function findNews({ db, typed }: Looking): Promise<Found> {
  return found(
    typed,
    await queries.listNews(db),
    ({ title }) => [title],
    ({ id, title, day }) => ({
      path: `/admin/content?object=news_item:${id}`,
      title,
      detail: formatDate(day),
    }),
  );
}

export async function findStaff({ db, typed }: Looking): Promise<Found> {
  return found(
    typed,
    await listStaff(db),
    ({ first_name, last_name, email }) => [`${first_name} ${last_name}`, email],
    (member) => ({
      path: '/admin/staff',
      title: shownName(member),
      detail: [roleText(member.role), member.email].join(DOT),
    }),
  );
}
