import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { collectingMethod } from './collecting-method.ts';

const HILL = 7;
const order = { program_group_id: HILL, checkout_method_id: 4, today: plainDate('2026-10-01') };
const method = (id: number, changes: object = {}) =>
  ({ id, programGroupId: null, isDefault: false, isActive: true, expMonth: null, expYear: null, ...changes });
const ofHill = method(1, { programGroupId: HILL, isDefault: true });
const general = method(2, { isDefault: true });
const ofAnotherSchool = method(3, { programGroupId: 8, isDefault: true });
const usedAtCheckout = method(4, { programGroupId: HILL });

const chosen = (...methods: ReturnType<typeof method>[]) => collectingMethod(methods, order)?.id;

describe('a later payment is charged to', () => {
  it("the default of the contract's school first", () => expect(chosen(usedAtCheckout, general, ofAnotherSchool, ofHill)).toBe(1));
  it('else to the general default', () => expect(chosen(usedAtCheckout, general, ofAnotherSchool)).toBe(2));
  it('else to what checkout was paid with', () => expect(chosen(usedAtCheckout, ofAnotherSchool, method(5))).toBe(4));
  it('else to nothing, never to another school’s or an unmarked one', () => expect(chosen(ofAnotherSchool, method(5))).toBeUndefined());
  it('nothing when an order that cost nothing has no default', () =>
    expect(collectingMethod([usedAtCheckout], { ...order, checkout_method_id: null })).toBeUndefined());
});

describe('a method that cannot be charged counts as none', () => {
  it('when it was deleted', () => expect(chosen({ ...ofHill, isActive: false }, general)).toBe(2));
  it('when its card has expired', () => expect(chosen(method(1, { ...ofHill, expMonth: 9, expYear: 2026 }), general)).toBe(2));
  it('but not in the last month of its card', () => expect(chosen(method(1, { ...ofHill, expMonth: 10, expYear: 2026 }), general)).toBe(1));
});
