import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';
import type { FoundEffect, Named } from './effect.ts';
import { billOf, offersOn, totalOf, type PricedSide, type TermType } from './priced-side.ts';

export type Compared = {
  before: PricedSide;
  after: PricedSide;
  /** on which the route is sold before and after, and something may begin to differ */
  days: readonly PlainDate[];
  /** today, if the route is sold right now */
  now: PlainDate | undefined;
  /** the last day on which everything is as on one of the days; null to the end of the season */
  lastDayOf: (day: PlainDate) => PlainDate | null;
};

type Offered = { term: PricedTerm; total: Cents; plan: string };
type Offers = ReadonlyMap<TermType, Offered>;
type DayOffers = {
  day: PlainDate;
  thru: PlainDate | null;
  isNow: boolean;
  before: Offers;
  after: Offers;
};

const TYPES: readonly TermType[] = ['paymentTermTypeFull', 'paymentTermTypeScheduled'];

const TYPE_NAMES: Readonly<Record<TermType, () => string>> = {
  paymentTermTypeFull: m.office_effect_in_full,
  paymentTermTypeScheduled: m.office_effect_in_payments,
};

/**
 * What changes of the terms of a route that is sold before and after: prices by type, and what can be chosen
 * when.
 */
export function termEffects(compared: Compared, named: Named): FoundEffect[] {
  const { before, after, days, now, lastDayOf } = compared;
  const told = days.map((day) => ({
    day,
    thru: lastDayOf(day),
    isNow: day === now,
    before: pricedOn(before, day),
    after: pricedOn(after, day),
  }));
  return [
    ...TYPES.flatMap((type) => [...priceEffects(told, type, named), ...offerEffects(told, type, named)]),
    ...gapEffects(told, named),
  ];
}

function pricedOn(side: PricedSide, day: PlainDate): Offers {
  const offers = [...offersOn(side, day)].map(([type, term]): [TermType, Offered] => {
    const bill = billOf(side, term, day);
    return [type, { term, total: totalOf(bill), plan: JSON.stringify([bill.principal_cents, bill.later]) }];
  });
  return new Map(offers);
}

/** Each pair of an old and a new price is told once, on its first day. */
function priceEffects(told: readonly DayOffers[], type: TermType, named: Named): FoundEffect[] {
  const effects: FoundEffect[] = [];
  let priced = '';
  const said = new Set<string>();
  const once = (key: string, effect: FoundEffect) => {
    if (!said.has(key)) effects.push(effect);
    said.add(key);
  };
  for (const { day, isNow, ...sides } of told) {
    const [was, is] = [sides.before.get(type), sides.after.get(type)];
    if (!was || !is) continue;
    const pair = `${was.total}>${is.total}`;
    const terms = `${was.term.id}>${is.term.id}`;
    if (was.total !== is.total) {
      if (pair !== priced) effects.push(priceEffect({ was, is, day, isNow }, type, named));
    } else if (was.plan !== is.plan) once('plan', planEffect(was, type, named));
    else if (was.term.id !== is.term.id || was.term.name !== is.term.name)
      once(terms, renamedEffect(was.term.name, is.term.name, named));
    priced = pair;
  }
  return effects;
}

type PriceChange = { was: Offered; is: Offered; day: PlainDate; isNow: boolean };

function priceEffect(
  { was, is, day, isNow }: PriceChange,
  type: TermType,
  { place, subject }: Named,
): FoundEffect {
  const what = m.office_effect_of_type({ place, type: TYPE_NAMES[type]() });
  const amounts = { old: formatMoney(was.total), new: formatMoney(is.total) };
  const on = formatDate(day);
  const say = (withAmounts: boolean) => {
    if (isNow)
      return withAmounts
        ? m.office_effect_price({ what, ...amounts })
        : m.office_effect_price_hidden({ what });
    return withAmounts
      ? m.office_effect_price_later({ what, day: on, ...amounts })
      : m.office_effect_price_later_hidden({ what, day: on });
  };
  return { kind: isNow ? 'price' : 'price_later', subject, say, weight: Math.abs(is.total - was.total) };
}

function planEffect({ total }: Offered, type: TermType, { place, subject }: Named): FoundEffect {
  const what = m.office_effect_of_type({ place, type: TYPE_NAMES[type]() });
  const say = (withAmounts: boolean) =>
    withAmounts
      ? m.office_effect_plan({ what, total: formatMoney(total) })
      : m.office_effect_plan_hidden({ what });
  return { kind: 'plan', subject, say };
}

export const renamedEffect = (old: string, is: string, { place, subject }: Named): FoundEffect => ({
  kind: 'renamed',
  subject,
  say: () => m.office_effect_renamed({ place, old, new: is }),
});

/** A run of days on which a term comes or goes; `thru` is null to the end of the season. */
type Run = { term: PricedTerm; isOffered: boolean; from: PlainDate; thru: PlainDate | null; isNow: boolean };

function offerEffects(told: readonly DayOffers[], type: TermType, named: Named): FoundEffect[] {
  const runs: Run[] = [];
  for (const { day, thru, isNow, before, after } of told) {
    const [was, is] = [before.get(type)?.term, after.get(type)?.term];
    // A day on which nothing can be chosen is told as a gap.
    const isGone = was && !is && after.size > 0;
    const term = isGone ? was : was ? undefined : is;
    if (!term) continue;
    const last = runs.at(-1);
    const goesOn = last?.thru === addDays(day, -1) && last.term.id === term.id && last.isOffered === !isGone;
    if (goesOn) last.thru = thru;
    else runs.push({ term, isOffered: !isGone, from: day, thru, isNow });
  }
  return runs.map((run) => runEffect(run, named));
}

function runEffect(run: Run, { place, subject }: Named): FoundEffect {
  const { term, isOffered, from, thru, isNow } = run;
  const [first, last] = [formatDate(from), thru && formatDate(thru)];
  const of = { place, term: term.name };
  if (isOffered) {
    const say = () =>
      last
        ? m.office_effect_offered({ ...of, from: first, thru: last })
        : m.office_effect_offered_on({ ...of, from: first });
    return { kind: 'offered', subject, say };
  }
  const say = () =>
    isNow ? m.office_effect_withdrawn(of) : m.office_effect_withdrawn_from({ ...of, day: first });
  return { kind: 'withdrawn', subject, say };
}

function gapEffects(told: readonly DayOffers[], { place, subject }: Named): FoundEffect[] {
  const isGap = ({ before, after }: DayOffers) => before.size > 0 && after.size === 0;
  return told.flatMap((on, at): FoundEffect[] => {
    if (!isGap(on) || (at > 0 && isGap(told[at - 1]!))) return [];
    const next = told.slice(at).find((later) => !isGap(later))?.day;
    const from = formatDate(on.day);
    const say = () =>
      next
        ? m.office_effect_gap({ place, from, thru: formatDate(addDays(next, -1)) })
        : m.office_effect_gap_on({ place, from });
    return [{ kind: 'gap', subject, say }];
  });
}
