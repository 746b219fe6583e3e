import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { addonEffects, aidEffects, discountEffects, feeEffects, type FeeMethod } from './choice-effects.ts';
import { changeDays } from './change-days.ts';
import type { EffectKind, FoundEffect, Named } from './effect.ts';
import { offersOn, type PricedSide } from './priced-side.ts';
import { saleChanges, type SaleChange } from './sale-changes.ts';
import { daysOfSpans, isInSpan, type Span } from './sale-spans.ts';
import { termEffects, type Compared } from './term-effects.ts';

/** A route before and after; a side is missing for a draft, and where the route is added or removed. */
export type RouteSides = { before: PricedSide | undefined; after: PricedSide | undefined };

export type Level = 'route' | 'program' | 'school';

/** The names and objects in sentences about a route, its program, its school and its season. */
export type RouteNames = Record<Level | 'period', Named>;

export type Calendar = {
  today: PlainDate;
  /** between the hours of the schools, the present one first */
  spans: readonly Span[];
  /** on which the card fee of one of the two catalogs begins */
  feeDays: readonly PlainDate[];
};

export type RouteChange = {
  /** by what tells them apart: effects of a program are found on each of its routes */
  effects: ReadonlyMap<string, FoundEffect>;
  /** how the times change in which families can sign for the route */
  sale: readonly SaleChange[];
  /** what families have in an open checkout gets another price, or can no longer be chosen */
  isOpenCheckoutStale: boolean;
  /** a printed contract or an offer of staff names another price than counts */
  isPrintStale: boolean;
};

const NEW_PRICE: readonly EffectKind[] = [
  'price',
  'price_later',
  'plan',
  'discount',
  'aid',
  'addon',
  'withdrawn',
  'gap',
];

/** @returns undefined if the prices and offers of the route stay as they are */
export function routeChange(
  { before, after }: RouteSides,
  calendar: Calendar,
  names: RouteNames,
): RouteChange | undefined {
  const { days, spans } = daysAndSpans({ before, after }, calendar);
  const sale = changedSale({ before, after }, { days, spans });
  const compared = before && after && comparedOn({ before, after }, { days, spans, today: calendar.today });
  const found = compared ? comparedEffects(compared, names) : NONE;
  if (found.effects.size === 0 && sale.length === 0) return undefined;
  const today = compared?.now ? comparedEffects({ ...compared, days: [compared.now] }, names) : NONE;
  return {
    effects: found.effects,
    sale,
    isOpenCheckoutStale:
      [...today.effects.values()].some(({ kind }) => kind !== 'offered' && kind !== 'fee') ||
      today.fees.some((method) => method !== 'check'),
    isPrintStale:
      [...found.effects.values()].some(({ kind }) => NEW_PRICE.includes(kind)) ||
      found.fees.includes('check'),
  };
}

type Days = { days: readonly PlainDate[]; spans: readonly Span[] };

/** To the end of the season, whichever of the two is later. */
function daysAndSpans({ before, after }: RouteSides, { today, spans, feeDays }: Calendar): Days {
  const prices = [before, after].flatMap((side) => (side ? [side.prices] : []));
  const until = prices.reduce((last, { period }) => (period.ends_on > last ? period.ends_on : last), today);
  const inSeason = spans.filter(({ from }) => from <= until);
  const days = changeDays(prices, { today, until }, [...feeDays, ...daysOfSpans(inSeason)]);
  return { days, spans: inSeason };
}

/** Prices are compared on the days on which the route is sold before and after. */
function comparedOn(
  { before, after }: { before: PricedSide; after: PricedSide },
  { days, spans, today }: Days & { today: PlainDate },
): Compared {
  const isSold = (nth: number) => before.sells[nth] === true && after.sells[nth] === true;
  return {
    before,
    after,
    days: days.filter((day) => spans.some((span, nth) => isSold(nth) && isInSpan(day, span))),
    now: isSold(0) ? today : undefined,
    lastDayOf(day) {
      const next = days[days.indexOf(day) + 1];
      return next === undefined ? null : addDays(next, -1);
    },
  };
}

/** Empty if families can sign for the route at the same times as before. */
function changedSale({ before, after }: RouteSides, { days, spans }: Days): SaleChange[] {
  const sellsIn = (side: PricedSide | undefined) => spans.map((_, nth) => side?.sells[nth] === true);
  const hasOffers = (side: PricedSide | undefined, span: Span) =>
    side !== undefined && days.some((day) => isInSpan(day, span) && offersOn(side, day).size > 0);
  const [was, is] = [sellsIn(before), sellsIn(after)];
  const differs = spans.some(
    (span, nth) => was[nth] !== is[nth] && hasOffers(was[nth] ? before : after, span),
  );
  return differs ? saleChanges(spans, was, is) : [];
}

type Found = { effects: ReadonlyMap<string, FoundEffect>; fees: readonly FeeMethod[] };

const NONE: Found = { effects: new Map(), fees: [] };

function comparedEffects(compared: Compared, { route, program, period }: RouteNames): Found {
  const ofRoute = [
    ...termEffects(compared, route),
    ...addonEffects(compared, route),
    ...discountEffects(compared, route),
  ];
  const fees = feeEffects(compared, program);
  const aid = aidEffects(compared, { program, period });
  const effects = new Map<string, FoundEffect>();
  for (const [at, effect] of ofRoute.entries())
    effects.set(`route ${route.subject.id} ${route.place} ${at}`, effect);
  for (const { method, effect } of fees)
    effects.set(`fee ${program.place} ${program.subject.id} ${method}`, effect);
  for (const effect of aid.program) effects.set(`aid of ${program.place} ${program.subject.id}`, effect);
  for (const effect of aid.period) effects.set(`aid of ${period.subject.id}`, effect);
  return { effects, fees: fees.map(({ method }) => method) };
}
