import { inPlace } from '#kit/in-place.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { whyNotSold, type SaleFacts, type WhyNotSold } from '#modules/catalog/routes/on-sale.ts';
import type { TermForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { seatsLeft } from '#modules/seats/seat-count.ts';
import type { SeatUse } from '#modules/seats/season-seats.service.ts';
import type { BoardRoute, BoardSeats, WhyNot } from './board.contract.ts';

type RouteRow = SellingCatalog['routes'][number];

/** The parts of all routes of the catalog, by route. */
export function partsOfRoutes({ payment_terms, addons, route_discounts, options }: SellingCatalog) {
  const keys = new Map(options.map(({ id, key }) => [id, key]));
  const terms = payment_terms.map((term) => ({
    ...term,
    payment_term_type: keys.get(term.payment_term_type_id) as TermForSale['payment_term_type'],
    deposit: term.deposit_cents,
    amount: term.amount_cents,
  }));
  return {
    terms: Map.groupBy(terms, ({ route_id }) => route_id),
    addons: Map.groupBy(addons.toSorted(inPlace), ({ route_id }) => route_id),
    discounts: Map.groupBy(route_discounts, ({ route_id }) => route_id),
  };
}

export type RouteParts = ReturnType<typeof partsOfRoutes>;

const byText = <T extends { text: string }>(row: T): T & { name: string } => ({ ...row, name: row.text });

type Around = {
  parts: RouteParts;
  facts: Omit<SaleFacts, 'route'>;
  seats: ReadonlyMap<number, SeatUse>;
  today: PlainDate;
};

/** A route of the board; ended terms, add-ons and discounts are shown, and sell nothing. */
export function boardRoute(route: RouteRow, { parts, facts, seats: used, today }: Around): BoardRoute {
  const terms = parts.terms.get(route.id) ?? [];
  const active = terms.filter(({ is_active }) => is_active);
  const seats = seatsOf(route, used.get(route.id));
  const why_not = whyNot({ ...facts, route, terms: active }, seats, today);
  return {
    ...route,
    terms: terms.map((term) => ({
      ...term,
      type: term.payment_term_type,
      total_cents: termTotal(term),
    })),
    addons: (parts.addons.get(route.id) ?? []).map(byText),
    discounts: (parts.discounts.get(route.id) ?? []).map(byText),
    seats,
    why_not,
    prices: why_not
      ? []
      : offeredTerms(active, today, false).map((term) => ({
          payment_term_id: term.id,
          type: term.payment_term_type,
          total_cents: termTotal(term),
        })),
  };
}

export const toWhyNot = (why: WhyNotSold): WhyNot => ({
  ...why,
  at: why.at?.toISOString() ?? null,
  waiting: null,
});

function whyNot(
  facts: Parameters<typeof whyNotSold>[0],
  { free, waiting }: BoardSeats,
  today: PlainDate,
): WhyNot | null {
  const why = whyNotSold(facts, today);
  if (why) return toWhyNot(why);
  return free === 0 ? { reason: 'full', on: null, at: null, waiting } : null;
}

export function seatsOf({ capacity }: RouteRow, use: SeatUse | undefined): BoardSeats {
  const { taken = 0, held = 0, offered = 0, waiting = 0 } = use ?? {};
  const free = seatsLeft({ capacity, taken, reserved: held + offered + waiting, own: 0 });
  return { capacity, taken, held, offered, waiting, free };
}
