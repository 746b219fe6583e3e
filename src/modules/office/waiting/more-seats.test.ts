import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { moreSeats } from './more-seats.ts';

const PRICE = cents(420_000);

/** @shows OF6.4 */
describe('more seats of a route', () => {
  it.each([
    ['serve as many children as wait', { unsold: 0, waiting: 2, price_cents: PRICE }, 3, 2, 840_000],
    [
      'serve as many children as there are seats',
      { unsold: 0, waiting: 5, price_cents: PRICE },
      3,
      3,
      1_260_000,
    ],
    ['first make up for seats sold twice', { unsold: -2, waiting: 5, price_cents: PRICE }, 3, 1, 420_000],
    ['serve nobody where nobody waits', { unsold: 0, waiting: 0, price_cents: PRICE }, 3, 0, 0],
    [
      'bring in a sum that nobody is told without a price',
      { unsold: 0, waiting: 2, price_cents: null },
      1,
      1,
      null,
    ],
  ] as const)('%s', (_, route, seats, children, revenue_cents) => {
    expect(moreSeats(route, seats)).toEqual({ children, revenue_cents });
  });
});
