import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { routePrice } from './route-price.ts';

const today = plainDate('2026-04-10');

const term = (id: number, type: string, deposit: number, changes: object = {}) => ({
  id,
  name: `Term ${id}`,
  payment_term_type: { key: type },
  payment_term_type_id: 1,
  deposit,
  amount: 1000,
  number_payments: 2,
  from_dt: null,
  thru_dt: null,
  is_admin_only: false,
  ...changes,
});

const priceOf = (terms: object[], isStaff = false) =>
  routePrice({ payment_terms: terms as never }, today, isStaff);

/** @shows MP10.13 */
describe('the price on a route, before one is chosen', () => {
  it('is the total of its only offered term', () => {
    expect(priceOf([term(1, 'paymentTermTypeFull', 3800)])).toBe('$4,800.00');
  });

  it('begins at the cheapest term, where terms differ', () => {
    const terms = [term(1, 'paymentTermTypeFull', 3800), term(2, 'paymentTermTypeScheduled', 3950)];
    expect(priceOf(terms)).toBe('From $4,800.00');
  });

  it('leaves out terms of staff and terms that are not open, except for staff', () => {
    const terms = [
      term(1, 'paymentTermTypeFull', 3800),
      term(2, 'paymentTermTypeScheduled', 100, { is_admin_only: true }),
      term(3, 'paymentTermTypeScheduled', 200, { thru_dt: '2026-04-09' }),
    ];
    expect(priceOf(terms)).toBe('$4,800.00');
    expect(priceOf(terms, true)).toBe('From $1,100.00');
  });

  it('is absent without an offered term', () => {
    expect(priceOf([])).toBeUndefined();
  });
});
