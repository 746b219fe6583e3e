import { z } from 'zod';
import type { EndpointDefinition, Items } from '#kit/endpoint/endpoint.ts';
import { Refusal } from '#kit/refusal.ts';
import * as calls from '#modules/catalog/catalog.contract.ts';
import * as catalog from '#modules/catalog/catalog.service.ts';
import { listRoutes as listRoutesCall, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { shownPeriodOf } from '#modules/catalog/opening.ts';
import { listPeriodPrograms, listRoutes, seatsLeftOn } from '#modules/catalog/routes/routes.service.ts';
import {
  pricesOf,
  schoolPricesKey,
  soldPrograms,
  type ProgramPrices,
} from '#modules/catalog/routes/school-prices.ts';
import { closedKindsOf } from '#modules/billing/processor/closed-kinds.service.ts';
import { readServerInfo } from '#modules/catalog/server-info.service.ts';
import { listNewsItems as listNewsCall, type ContentBlock } from '#modules/content/content.contract.ts';
import { listNewsItems, putInWords } from '#modules/content/content.service.ts';
import { ROUTE_MAPS_KEY } from '#modules/content/map-lines.ts';
import type { AppContext } from '#server/app-context.ts';

/* The answers of a page's calls, under the keys of the application (src/app/api/page-reads.ts). */

export type PageRead = { key: readonly unknown[]; data: unknown; isOld?: boolean };
type Deps = Pick<AppContext, 'db' | 'clock' | 'config' | 'billing'>;

function cut<D extends EndpointDefinition>(definition: D, items: Items<D>): unknown {
  return z.array(definition.item as z.ZodType).parse(items);
}

function read<D extends EndpointDefinition>(definition: D, sent: object, items: Items<D>): PageRead {
  return { key: [definition.name, sent], data: cut(definition, items) };
}

type School = { reads: PageRead[]; group: calls.ProgramGroup; current?: calls.PeriodProgramGroup };

async function readSchool({ db, clock, config, billing }: Deps, path: string): Promise<School | undefined> {
  try {
    const season = await sellingCatalog(db, clock.now());
    const group = catalog.findProgramGroupByPath(season, path);
    // Other spellings of the path would make more pages.
    if (group.path !== path) return undefined;
    const { id: program_group_id } = group;
    const period_id = shownPeriodOf(group);
    const current =
      period_id === null
        ? []
        : catalog.listPeriodProgramGroups(season, { period_id, program_group_id, activeOnly: false });
    const closedWays = () => closedKindsOf(db, billing);
    const info = read(calls.readServerInfo, {}, [await readServerInfo({ db, clock, config, closedWays })]);
    const reads = [
      // The time of day is old in the browser.
      { ...info, isOld: true },
      read(calls.findProgramGroupByPath, { params: { path } }, [group]),
      read(calls.listPeriodProgramGroups, { params: { period_id, program_group_id } }, current),
    ];
    return { reads, group, current: current[0] };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const isOpen = ({ group, current }: School): boolean => group.is_active && current?.is_active === true;

async function readPrices({ db, clock }: Deps, { group }: School): Promise<PageRead[]> {
  const period_id = group.current_period_id;
  if (period_id === null) return [];
  const prices: ProgramPrices[] = [];
  const season = await sellingCatalog(db, clock.now());
  for (const program of soldPrograms(listPeriodPrograms(season, { period_id }), group.id)) {
    const period_program_id = program.id;
    const countSeatsLeft = async () => new Map<number, number | null>();
    const asked = { period_program_id, activeOnly: true, now: clock.now() };
    const seats = await seatsLeftOn({ db, countSeatsLeft }, season, asked);
    const routes = listRoutes(season, { period_program_id, seats, withStaffOffers: false });
    prices.push(pricesOf(program, cut(listRoutesCall, routes) as Route[]));
  }
  // The browser reads them anew: a full route is not known here.
  return [{ key: schoolPricesKey(group.id, period_id), data: prices, isOld: true }];
}

export async function readSchoolPage(deps: Deps, path: string): Promise<PageRead[] | undefined> {
  const school = await readSchool(deps, path);
  if (!school) return undefined;
  return [...school.reads, ...(isOpen(school) ? await readPrices(deps, school) : [])];
}

export async function readHomePage(
  files: AppContext['files'],
  blocks: readonly ContentBlock[],
): Promise<PageRead[]> {
  return [{ key: ROUTE_MAPS_KEY, data: await putInWords(files, blocks) }];
}

export const readNewsPage = async (db: AppContext['db']): Promise<PageRead[]> => [
  read(listNewsCall, {}, await listNewsItems(db)),
];

/** @returns undefined for a school without sale */
export async function readWizard(deps: Deps, path: string): Promise<PageRead[] | undefined> {
  const school = await readSchool(deps, path);
  if (!school || !isOpen(school)) return undefined;
  const { id: program_group_id } = school.group;
  const season = await sellingCatalog(deps.db, deps.clock.now());
  const [programs, products] = [catalog.listPrograms(season, program_group_id), catalog.listProducts(season)];
  return [
    ...school.reads,
    read(calls.listPrograms, { params: { program_group_id } }, programs),
    read(calls.listProducts, {}, products),
  ];
}
