import { hasRight, type Right } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { ListDeps } from '#platform/db/list-reading.ts';
import type { RecentKind } from '#modules/office/recent/recent.states.ts';
import { lastOpened } from '#modules/office/recent/recent.service.ts';
import { atOnce } from '#platform/db/at-once.ts';
import * as catalog from './found-catalog.service.ts';
import * as money from './found-money.service.ts';
import * as people from './found-people.service.ts';
import type { Looking } from './found-people.service.ts';
import { inOrder, type Found } from './found.ts';
import type { FoundGroup, FoundKind, Hit } from './lookup.contract.ts';

type Search = { right: Right; find: (looking: Looking) => Found | Promise<Found> };

/** The searches by kind; without the right of a kind, no statement runs (OF2.5). */
const SEARCHES: Record<Exclude<FoundKind, 'recent'>, Search> = {
  family: { right: 'families', find: people.findFamilies },
  student: { right: 'families', find: people.findStudents },
  order: { right: 'families', find: people.findOrders },
  payment: { right: 'money', find: money.findChecks },
  method: { right: 'money', find: money.findMethods },
  paper: { right: 'money_write', find: money.findPapers },
  aid_code: { right: 'money_write', find: money.findAidCodes },
  award: { right: 'aid', find: money.findAwards },
  route: { right: 'season', find: catalog.findRoutes },
  school: { right: 'season', find: catalog.findSchools },
  program: { right: 'season', find: catalog.findPrograms },
  season: { right: 'season', find: catalog.findSeasons },
  news: { right: 'season', find: catalog.findNews },
  staff: { right: 'company', find: catalog.findStaff },
};

/** A single letter is a part of nearly every name. */
const LEAST_LETTERS = 2;

/** The likeliest things for a text; without a text the last ones that the caller opened (OF2). */
export async function searchOffice(deps: ListDeps, viewer: Viewer, typed: string): Promise<FoundGroup[]> {
  const looking = { ...deps, viewer, typed, catalog: await sellingCatalog(deps.db, deps.clock.now()) };
  if (typed === '') return inOrder([['recent', await recentThings(looking)]]);
  if (typed.length < LEAST_LETTERS) return [];
  const kinds = Object.entries(SEARCHES) as [Exclude<FoundKind, 'recent'>, Search][];
  const allowed = kinds.filter(([, { right }]) => hasRight(viewer, right));
  const found = await atOnce(allowed.map(([, { find }]) => find(looking)));
  return inOrder(allowed.map(([kind], nr) => [kind, found[nr]!]));
}

type Known = { right: Right; hits: (looking: Looking, ids: readonly number[]) => Hit[] | Promise<Hit[]> };

const BY_IDS: Record<RecentKind, Known> = {
  family: { right: 'families', hits: people.familyHits },
  student: { right: 'families', hits: people.studentHits },
  order: { right: 'families', hits: (looking, ids) => people.orderHits(looking, ids, () => false) },
  season: { right: 'season', hits: catalog.seasonHits },
};

/** A thing that was deleted since is left out. */
async function recentThings(looking: Looking): Promise<Found> {
  const opened = await lastOpened(looking.db, looking.viewer);
  const kinds = [...new Set(opened.map(({ kind }) => kind))].filter((kind) =>
    hasRight(looking.viewer, BY_IDS[kind].right),
  );
  const byKind = await atOnce(
    kinds.map((kind) =>
      BY_IDS[kind].hits(
        looking,
        opened.filter((one) => one.kind === kind).map(({ subject_id }) => subject_id),
      ),
    ),
  );
  const hits = opened.flatMap(
    ({ kind, subject_id }) => byKind[kinds.indexOf(kind)]?.find(({ id }) => id === subject_id) ?? [],
  );
  return { total: hits.length, is_total_capped: false, path: null, hits };
}
