import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { dayIn } from '#kit/plain-date.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import { cardFeeBegins, type FeeDay } from '#modules/catalog/card-fee.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import type { CatalogSides, TellEffects, ToldEffect } from '#modules/catalog/changes/effects.service.ts';
import { timeZoneOf, type WorkingObjects } from '#modules/catalog/changes/working-objects.service.ts';
import { differencesOf } from '#modules/catalog/changes/write-objects.service.ts';
import { isClosing, whyClosed } from '#modules/catalog/routes/on-sale.ts';
import type { RoutePrices } from '#modules/catalog/routes/route-for-sale.ts';
import { routePrices } from '#modules/catalog/routes/selling.service.ts';
import { countFamilies, listOpenCheckouts, type Checkout } from '#modules/seats/open-checkouts.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { cartEffect, offersEffect, printedEffect } from './count-effects.ts';
import { byGravity, type FoundEffect } from './effect.ts';
import { countOffers, countPrinted } from './effects.queries.ts';
import { rowEffects, type Staged } from './row-effects.service.ts';
import { subjectOf } from './place.service.ts';
import type { PricedSide } from './priced-side.ts';
import {
  routeChange,
  type Calendar,
  type Level,
  type RouteChange,
  type RouteNames,
} from './route-effects.ts';
import { saleEffect } from './sale-effects.ts';
import type { SaleChange } from './sale-changes.ts';
import {
  isProgramOn,
  schoolSells,
  sellingSides,
  type SellingSide,
  type SellingSides,
} from './selling-side.service.ts';
import { touchedRoutes } from './touched-routes.ts';

type Deps = { clock: Clock; billing: Charging };

/** Tells what changes for families between two catalogs, by the functions that price an order (SE5.2). */
export function effectsTeller({ clock, billing }: Deps): TellEffects {
  return async (tx, reader, { sides, objects }) => {
    const differences = differencesOf(objects);
    const staged = { sides, objects, differences };
    const changes = changedRoutes(staged, feeDayOf(billing), clock.now());
    const effects = [
      ...ofRoutes(changes),
      ...(await counted(tx, clock, { changes, time_zone: timeZoneOf(objects) })),
      ...(await rowEffects(tx, clock, staged)),
    ];
    return effects.toSorted(byGravity).map((effect) => toTold(reader, effect));
  };
}

function toTold(reader: Reader, { kind, subject, say, n, agreed }: FoundEffect): ToldEffect {
  const text = say(hasRight(reader, 'money'));
  return { effect: { kind, text, n: n ?? null, subject }, agreed: agreed === undefined ? text : agreed };
}

type ChangedRoute = RouteChange & {
  id: number;
  names: RouteNames;
  /** what opens or closes with it */
  level: Level;
  /** whose open checkouts may be finished after a closing (SE8.5) */
  finishing: 'all' | 'with a seat' | 'none';
};

/** The routes whose price or offer differs at any time from now to the end of the season. */
export function changedRoutes(staged: Staged, day: FeeDay, now: Date): ChangedRoute[] {
  const { sides, objects } = staged;
  const selling = sellingSides(sides, { now, time_zone: timeZoneOf(objects) });
  const calendar: Calendar = { today: day.today, spans: selling.spans, feeDays: feeDaysOf(sides) };
  return [...touchedRoutes(staged.differences, sides)].flatMap((id): ChangedRoute[] => {
    const before = pricedSide(selling.before, id, day);
    const after = pricedSide(selling.after, id, day);
    const prices = (after ?? before)?.prices;
    if (!prices) return [];
    const names = namesOf(objects, prices);
    const change = routeChange({ before, after }, calendar, names);
    if (!change) return [];
    return [{ ...change, id, names, level: levelOf(selling, prices), finishing: finishingOf(after) }];
  });
}

function feeDaysOf({ before, after }: CatalogSides): Calendar['feeDays'] {
  return [before, after].flatMap(({ company }) =>
    company.flatMap((settings) => cardFeeBegins(settings) ?? []),
  );
}

function pricedSide(side: SellingSide, route_id: number, day: FeeDay): PricedSide | undefined {
  const prices = routePrices(side.now, route_id);
  if (!prices) return undefined;
  const { period, program_group, period_program, route } = prices;
  const facts = side
    .schoolIn({ period_id: period.id, program_group_id: program_group.id })
    .map((school) => ({ ...school, period_program, route }));
  return {
    prices,
    feeOn: (today) => cardFeeOfDay(side.now, { ...day, today }),
    sells: facts.map((one) => whyClosed(one) === null),
    isClosing: isClosing(facts[0]!) && route.is_active,
  };
}

/** The object that opens or closes the sale: the school, the program or the route alone. */
function levelOf(
  { before, after }: SellingSides,
  { period, program_group, period_program }: RoutePrices,
): Level {
  const school = { period_id: period.id, program_group_id: program_group.id };
  const [was, is] = [schoolSells(before, school), schoolSells(after, school)];
  if (was.some((sells, nth) => sells !== is[nth])) return 'school';
  const isOfProgram = isProgramOn(before, period_program.id) !== isProgramOn(after, period_program.id);
  return isOfProgram ? 'program' : 'route';
}

function finishingOf(after: PricedSide | undefined): ChangedRoute['finishing'] {
  if (!after?.isClosing) return 'none';
  return after.prices.route.capacity === null ? 'all' : 'with a seat';
}

function namesOf(
  objects: WorkingObjects,
  { program_group, route, program, period_program, period }: RoutePrices,
): RouteNames {
  const school = program_group.text;
  return {
    route: { place: `${school} · ${route.name}`, subject: subjectOf(objects, 'route', route.id) },
    school: { place: school, subject: subjectOf(objects, 'program_group', program_group.id) },
    program: {
      place: `${school} · ${program.text}`,
      subject: subjectOf(objects, 'period_program', period_program.id),
    },
    period: { place: period.text, subject: subjectOf(objects, 'period', period.id) },
  };
}

/** What is told of a program or a season once; the first route is the example. */
const ofRoutes = (changes: readonly ChangedRoute[]): FoundEffect[] => [
  ...new Map(changes.toReversed().flatMap(({ effects }) => [...effects])).values(),
];

type Changed = { changes: readonly ChangedRoute[]; time_zone: string };

/** What depends on open checkouts, offers and printed contracts. */
async function counted(tx: Tx, clock: Clock, changed: Changed): Promise<FoundEffect[]> {
  const { changes, time_zone } = changed;
  const [ids, now] = [changes.map(({ id }) => id), clock.now()];
  const open = Map.groupBy(await listOpenCheckouts(tx, now, ids), ({ route_id }) => route_id);
  const offers = await countOffers(tx, ids, now);
  const printed = await countPrinted(tx, ids, clock.today());
  const stale = changes.flatMap(({ id, names: { route }, ...change }) => {
    const [families, papers] = [countFamilies(open.get(id) ?? []), printed.get(id) ?? 0];
    const kept = change.isPrintStale ? offers.get(id) : undefined;
    return [
      ...(change.isOpenCheckoutStale && families > 0 ? [cartEffect(route, families)] : []),
      ...(kept ? [offersEffect(route, kept.n, dayIn(time_zone, kept.last))] : []),
      ...(change.isPrintStale && papers > 0 ? [printedEffect(route, papers)] : []),
    ];
  });
  return [...stale, ...salesOf(changed, open)];
}

type Sale = { route: ChangedRoute; change: SaleChange; place: string };

/** A school or a program that opens or closes is told once for all its routes. */
function salesOf(
  { changes, time_zone }: Changed,
  open: ReadonlyMap<number, readonly Checkout[]>,
): FoundEffect[] {
  const sales = changes.flatMap((route) =>
    route.sale.map((change): Sale => ({ route, change, place: placeIn(changes, route) })),
  );
  const keyOf = ({ change: { kind, at, isCalledOff }, place, route: { level } }: Sale) =>
    [kind, at?.getTime(), isCalledOff, level, place].join(' ');
  return [...Map.groupBy(sales, keyOf).values()].map((same) => {
    const { change, place, route } = same[0]!;
    const named = { ...route.names[route.level], place, level: route.level, time_zone };
    return saleEffect(named, change, checkoutsOf(same, open));
  });
}

/** The season stands beside the school where two seasons of the school change. */
function placeIn(changes: readonly ChangedRoute[], { level, names }: ChangedRoute): string {
  const { place } = names[level];
  const isOtherSeason = (one: ChangedRoute) =>
    one.sale.length > 0 &&
    one.names.school.place === names.school.place &&
    one.names.period.place !== names.period.place;
  return changes.some(isOtherSeason) ? `${place} · ${names.period.place}` : place;
}

function checkoutsOf(sales: readonly Sale[], open: ReadonlyMap<number, readonly Checkout[]>) {
  const all = sales.flatMap(({ route }) => open.get(route.id) ?? []);
  const finishing = sales.flatMap(({ route: { id, finishing: who } }) =>
    (open.get(id) ?? []).filter(({ has_seat }) => who === 'all' || (who === 'with a seat' && has_seat)),
  );
  return { all: countFamilies(all), finishing: countFamilies(finishing) };
}
