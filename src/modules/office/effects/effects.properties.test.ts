import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents, type Cents } from '#kit/money.ts';
import { addDays, dayIn, laterDay, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import { differencesOf } from '#modules/catalog/changes/write-objects.service.ts';
import { catalogAt, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import { edgesOf } from '#modules/catalog/opening.ts';
import { whyClosed } from '#modules/catalog/routes/on-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { buildCheckQuote, buildQuote } from '#modules/pricing/quote.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import { drawnChange, NOW, TIME_ZONE, TODAY, type Drawn } from '#tests/support/season/drawn-catalog.ts';
import { changedRoutes } from './effects.service.ts';

const PROCESSOR = 'sandbox' as const;

type Asked = { term: number; addonIds: readonly number[]; isSibling: boolean; aid: Cents | null };

/** Whatever a family may ask the price of, in one of the two catalogs. */
function allAsked(sales: readonly RouteForSale[]): Asked[] {
  const terms = new Set(sales.flatMap((sale) => sale.terms.map(({ id }) => id)));
  const sets = new Map(
    sales.flatMap(({ addons }) =>
      [[], ...addons.map(({ id }) => [id]), addons.map(({ id }) => id)].map((ids) => [ids.join(), ids]),
    ),
  );
  return [...terms].flatMap((term) =>
    [...sets.values()].flatMap((addonIds) => {
      const aids = sales.flatMap(({ terms: all, addons }) => {
        const due = all.find(({ id }) => id === term)?.deposit ?? 0;
        const more = addons.filter(({ id }) => addonIds.includes(id)).map(({ amount }) => amount);
        const subtotal = more.reduce<number>((sum, one) => sum + one, due);
        return [100, Math.floor(subtotal / 2) | 1, subtotal];
      });
      return [
        { term, addonIds, isSibling: false, aid: null },
        { term, addonIds, isSibling: true, aid: null },
        ...[...new Set(aids)].map((aid) => ({ term, addonIds, isSibling: false, aid: cents(aid) })),
      ];
    }),
  );
}

type Priced = { sale: RouteForSale | undefined; catalog: Catalog };

function quoteOf({ sale, catalog }: Priced, day: PlainDate, asked: Asked): string {
  if (!sale || whyClosed(sale) !== null) return 'refused';
  const discountId = asked.isSibling ? (siblingRuleOf(sale.discounts)?.id ?? null) : null;
  const aid = asked.aid === null ? null : { amount_cents: asked.aid };
  const { term, addonIds } = asked;
  const selection = { payment_term_id: term, addonIds, discountId, aid, isStaff: false };
  const card_fee = cardFeeOfDay(catalog, { today: day, processor: PROCESSOR });
  try {
    const prices = { ...sale, card_fee };
    return JSON.stringify([buildQuote(selection, prices, day), buildCheckQuote(selection, prices, day)]);
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    throw error;
  }
}

/** Now, the begin of each later day, and every opening and closing by its hour. */
function instantsTo(until: PlainDate, { before, after }: Drawn['sides']): Date[] {
  const begins: number[] = [];
  for (let day = addDays(TODAY, 1); day <= until; day = addDays(day, 1))
    begins.push(startOfDayIn(TIME_ZONE, day).getTime());
  const edges = edgesOf([...before.period_program_groups, ...after.period_program_groups]);
  return [NOW.getTime(), ...begins, ...edges]
    .filter((at) => at >= NOW.getTime() && dayIn(TIME_ZONE, new Date(at)) <= until)
    .map((at) => new Date(at));
}

/** True if any price of the route differs at any time to the end of the season. */
function isQuoteChanged({ sides }: Drawn, route_id: number): boolean {
  const pricedAt = (at: Date): Priced[] =>
    [sides.before, sides.after].map((one) => {
      const catalog = catalogAt(one, at);
      return { catalog, sale: routeForSale(catalog, route_id) };
    });
  const known = pricedAt(NOW).flatMap(({ sale }) => (sale ? [sale] : []));
  const until = known.reduce((last, { period }) => laterDay(last, period.ends_on), TODAY);
  const asked = allAsked(known);
  return instantsTo(until, sides).some((at) => {
    const priced = pricedAt(at);
    const day = dayIn(TIME_ZONE, at);
    return asked.some((one) => {
      const [was, is] = priced.map((side) => quoteOf(side, day, one));
      return was !== is;
    });
  });
}

/** @shows AC24 SE5.5 */
it('an effect is told of a route exactly if a quote of the route changes to the end of the season', () => {
  fc.assert(
    fc.property(drawnChange, (drawn) => {
      const staged = { ...drawn, differences: differencesOf(drawn.objects) };
      const told = changedRoutes(staged, { today: TODAY, processor: PROCESSOR }, NOW).map(({ id }) => id);
      const changed = [1, 2].filter((id) => isQuoteChanged(drawn, id));
      expect(told.toSorted()).toEqual(changed);
    }),
    { numRuns: 300 },
  );
});
