import { times, type Cents } from '#kit/money.ts';

type Waits = {
  /** as a family without a seat reads them, so less than zero counts as none */
  unsold: number;
  waiting: number;
  price_cents: Cents | null | undefined;
};

export type Served = { children: number; revenue_cents: Cents | null };

/**
 * What more seats of a route do: whom they serve, and what those pay for a year at the price of today
 * (OF6.4).
 * @param unsold  seats neither sold nor held nor offered; below zero on a route that is sold beyond its seats
 */
export function moreSeats({ unsold, waiting, price_cents }: Waits, seats: number): Served {
  const children = Math.max(0, Math.min(waiting, unsold + seats));
  return { children, revenue_cents: price_cents == null ? null : times(price_cents, children) };
}
