import { describe, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { contractSelectionShape } from '#modules/orders/orders.contract.ts';
import { resolveSelection, type SelectionFacts } from './selection.ts';

const whole = { program_id: 71, student_id: 1, route_id: 5, payment_term_id: 2, grade_id: 31 };
const facts: SelectionFacts = {
  sale: routeForSale(),
  student: { has_photo: false },
  product_id: 1,
  is_staff: false,
  today: plainDate('2026-04-10'),
  has_open_checkout: false,
};
const resolve = (body: object = {}, changed: Partial<SelectionFacts> = {}) =>
  resolveSelection(contractSelectionShape.parse({ ...whole, ...body }), { ...facts, ...changed });

function fieldRefused(body: object, changed: Partial<SelectionFacts> = {}): unknown {
  try {
    return resolve(body, changed);
  } catch (error) {
    return error instanceof Refusal ? Object.keys(error.extras.field_errors ?? {})[0] : error;
  }
}

const saleWith = (part: keyof RouteForSale, change: object) => {
  const sale = routeForSale();
  return { sale: { ...sale, [part]: { ...(sale[part] as object), ...change } } };
};

describe('a selection', () => {
  it('is taken when everything in it belongs together', () => {
    const taken = resolve({
      addon_ids: [11],
      payment_term_type_id: 7,
      product_id: 1,
      special_request: '  Front seat, please ',
    });
    expect(taken.term.name).toBe('Two payments');
    expect(taken.addons.map(({ text }) => text)).toEqual(['Late bus']);
    expect(taken).toMatchObject({
      grade: { text: '1st' },
      discount: null,
      special_request: 'Front seat, please',
    });
  });

  it.each([
    ['a route that does not exist', 'contract.route_id', {}, { sale: undefined }],
    ['another program', 'contract.program_id', { program_id: 72 }, {}],
    ['a route of last year', 'contract.route_id', {}, saleWith('period', { id: 90 })],
    ['a school that is closed', 'contract.program_id', {}, saleWith('program_group', { is_active: false })],
    [
      'a school that is closed this year',
      'contract.program_id',
      {},
      saleWith('period_program_group', { is_switched_on: false }),
    ],
    [
      'a school that opens later',
      'contract.program_id',
      {},
      saleWith('period_program_group', { hours: 'before' }),
    ],
    [
      'a school that has closed',
      'contract.program_id',
      {},
      saleWith('period_program_group', { hours: 'after' }),
    ],
    [
      'a school that takes no part this year',
      'contract.program_id',
      {},
      { sale: routeForSale({ period_program_group: undefined }) },
    ],
    ['a program that is closed', 'contract.program_id', {}, saleWith('period_program', { is_active: false })],
    ['a route that is no longer sold', 'contract.route_id', {}, saleWith('route', { is_active: false })],
    ['another product', 'contract.product_id', { product_id: 2 }, {}],
    [
      'no photo where one is required',
      'contract.student_id',
      {},
      saleWith('period_program', { is_photo_required: true }),
    ],
    ['a term of another route', 'contract.payment_term_id', { payment_term_id: 99 }, {}],
    ["a term that is staff's alone", 'contract.payment_term_id', { payment_term_id: 3 }, {}],
    ['the type of another term', 'contract.payment_term_type_id', { payment_term_type_id: 6 }, {}],
    ['no grade where the program has grades', 'contract.grade_id', { grade_id: undefined }, {}],
    ['a grade of another program', 'contract.grade_id', { grade_id: 32 }, {}],
    ['a grade where the program has none', 'contract.grade_id', {}, saleWith('program', { grades: [] })],
    ['an add-on twice', 'contract.addon_ids', { addon_ids: [11, 11] }, {}],
    ['an add-on of another route', 'contract.addon_ids', { addon_ids: [99] }, {}],
    ["an add-on that is staff's alone", 'contract.addon_ids', { addon_ids: [12] }, {}],
    [
      "a discount that is staff's alone",
      'contract.route_discounts',
      { route_discounts: [{ id: 22, contract_number: 'x' }] },
      {},
    ],
    [
      'two discounts',
      'contract.route_discounts',
      { route_discounts: [21, 21].map((id) => ({ id, contract_number: 'x' })) },
      {},
    ],
  ])('with %s is refused at %s', (_, field, body, changed) => {
    expect(fieldRefused(body, changed)).toBe(field);
  });

  it('may hold any term, add-on and discount of the route when staff make it', () => {
    const body = {
      payment_term_id: 3,
      addon_ids: [12],
      route_discounts: [{ id: 22, contract_number: 'goodwill' }],
    };
    expect(resolve(body, { is_staff: true })).toMatchObject({
      term: { id: 3 },
      discount: { id: 22, is_sibling: false },
    });
  });

  it('keeps the pickup streets only where the route or the program has a pickup location', () => {
    const body = { pickup_north: 'W 246 St', pickup_cross: 'Waldo Ave' };
    expect(resolve(body)).toMatchObject({ pickup_north: null, pickup_cross: null });
    expect(resolve(body, saleWith('route', { has_pickup_location: true }))).toMatchObject(body);
    expect(resolve(body, saleWith('period_program', { has_pickup_location: true }))).toMatchObject(body);
  });

  it('takes a blank special request for none', () => {
    expect(resolve({ special_request: '   ' }).special_request).toBeNull();
  });
});

describe("a sibling's number", () => {
  const typed = (id: number) => ({ route_discounts: [{ id, contract_number: ' 27-hm-000001-t ' }] });

  it("is taken for the chosen route's discount, whichever route it was checked on", () => {
    const asked = { id: 21, contract_number: '27-HM-000001-T', is_sibling: true };
    expect(resolve(typed(21)).discount).toEqual(asked);
    expect(resolve(typed(77)).discount).toEqual(asked);
  });

  it('is dropped where the route has no sibling discount', () => {
    expect(resolve(typed(77), { sale: routeForSale({ discounts: [] }) }).discount).toBeNull();
  });
});
