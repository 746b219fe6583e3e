import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import {
  isSameCharge,
  joinChanges,
  notifiedOf,
  type LaterChange,
  type ShownCharge,
} from './later-changes.ts';

const VISA: ShownCharge = { method: 'Visa ****4242', total_cents: cents(221_450) };
const BANK: ShownCharge = { method: 'Bank account ****6789', total_cents: cents(215_000) };
const NONE: ShownCharge = { method: null, total_cents: cents(215_000) };

const change = (payment_id: number, before: ShownCharge, after: ShownCharge, day = '2026-10-01') =>
  ({ payment_id, pay_on: plainDate(day), before, after }) satisfies LaterChange;

describe('what a family was told of a later payment', () => {
  it('is nothing before the first notice, and a total without a method where it was told of none', () => {
    expect(notifiedOf({ notified_method: null, notified_total_cents: null })).toBeNull();
    expect(notifiedOf({ notified_method: null, notified_total_cents: cents(215_000) })).toEqual(NONE);
  });

  it('is the same charge only by method and total together', () => {
    expect(isSameCharge(VISA, { ...VISA })).toBe(true);
    expect(isSameCharge(VISA, { ...VISA, total_cents: cents(221_451) })).toBe(false);
    expect(isSameCharge(BANK, NONE)).toBe(false);
    expect(isSameCharge(null, VISA)).toBe(false);
  });
});

describe('several changes before one mail leaves', () => {
  it('are one line, from what the family was told first to what holds last', () => {
    expect(joinChanges([change(7, VISA, BANK), change(7, BANK, NONE)])).toEqual([change(7, VISA, NONE)]);
  });

  it('are no line when the last one undoes the first', () => {
    expect(joinChanges([change(7, VISA, BANK), change(7, BANK, VISA)])).toEqual([]);
  });

  it('name the day that holds last, where staff have moved the payment', () => {
    const joined = joinChanges([change(7, VISA, BANK), change(7, BANK, NONE, '2026-11-01')]);
    expect(joined).toEqual([change(7, VISA, NONE, '2026-11-01')]);
  });

  it('are listed by day and then by payment, and each payment once', () => {
    const joined = joinChanges([
      change(9, VISA, BANK, '2026-11-01'),
      change(8, VISA, BANK, '2026-10-01'),
      change(7, VISA, BANK, '2026-10-01'),
    ]);
    expect(joined.map(({ payment_id }) => payment_id)).toEqual([7, 8, 9]);
  });
});

const shown = fc.constantFrom(VISA, BANK, NONE);
const walks = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.array(shown, { minLength: 2, maxLength: 6 }));

describe('any changes of any payments', () => {
  it('tell of each payment its first and its last charge, or nothing where they are the same', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const changes = Object.entries(walk).flatMap(([id, charges]) =>
          charges.slice(1).map((after, at) => change(Number(id), charges[at]!, after)),
        );
        const told = new Map(joinChanges(changes).map((one) => [String(one.payment_id), one]));
        for (const [id, charges] of Object.entries(walk)) {
          const [first, last] = [charges[0]!, charges.at(-1)!];
          const one = told.get(id);
          if (isSameCharge(first, last)) expect(one).toBeUndefined();
          else expect(one).toMatchObject({ before: first, after: last });
        }
      }),
    );
  });
});
