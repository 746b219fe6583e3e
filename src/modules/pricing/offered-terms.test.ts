import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { aFullTerm, aTerm } from '#tests/support/billing/prices.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import { getOfferedTerm, offeredTerms, showsEarlySignUpNotice } from './offered-terms.ts';
import type { PricedTerm } from './price-list.ts';

const today = plainDate('2026-04-10');
const idsFor = (terms: PricedTerm[], isStaff = false) =>
  offeredTerms(terms, today, isStaff).map((term) => term.id);

describe('the payment terms that a parent may choose', () => {
  /** @shows B-189 */
  it('are the open ones, from the first day of the window to the end of its last day', () => {
    expect(idsFor([aTerm({ from_dt: plainDate('2026-04-11') })])).toEqual([]);
    expect(idsFor([aTerm({ from_dt: today, thru_dt: today })])).toEqual([1]);
    expect(idsFor([aTerm({ thru_dt: plainDate('2026-04-09') })])).toEqual([]);
    expect(idsFor([aTerm()])).toEqual([1]);
  });

  /** @shows B-188 B-269 */
  it('leave out those for staff alone', () => {
    expect(idsFor([aTerm({ is_admin_only: true })])).toEqual([]);
  });

  /** @shows B-190 */
  it('are one of each type, in the order of the route', () => {
    expect(idsFor([aTerm({ id: 5 }), aFullTerm({ id: 2 })])).toEqual([5, 2]);
    expect(idsFor([aFullTerm({ id: 1 }), aFullTerm({ id: 2 }), aTerm({ id: 3 })])).toEqual([1, 3]);
  });

  it('are the cheapest of their type over the year, not by deposit', () => {
    const smallDeposit = aTerm({
      id: 1,
      deposit: cents(100_000),
      amount: cents(110_000),
      number_payments: 4,
    });
    expect(idsFor([smallDeposit, aTerm({ id: 2, deposit: cents(200_000), amount: cents(220_000) })])).toEqual(
      [2],
    );
  });

  it('are, at the same price, the one that closes first, and a window without an end comes last', () => {
    const june = plainDate('2026-06-30');
    expect(
      idsFor([
        aTerm({ id: 1, thru_dt: null }),
        aTerm({ id: 2, thru_dt: june }),
        aTerm({ id: 3, thru_dt: plainDate('2026-07-31') }),
      ]),
    ).toEqual([2]);
    expect(idsFor([aTerm({ id: 2, thru_dt: june }), aTerm({ id: 1, thru_dt: june })])).toEqual([1]);
  });

  it('do not lose a cheap term to a cheaper one that is closed or for staff', () => {
    const closed = aFullTerm({ id: 1, deposit: cents(1), thru_dt: plainDate('2026-04-09') });
    const staffs = aFullTerm({ id: 2, deposit: cents(2), is_admin_only: true });
    expect(idsFor([closed, staffs, aFullTerm({ id: 3 })])).toEqual([3]);
  });

  it('are all of the route for staff', () => {
    const closed = aFullTerm({ id: 1, thru_dt: plainDate('2026-04-09') });
    expect(idsFor([closed, aFullTerm({ id: 2, is_admin_only: true }), aFullTerm({ id: 3 })], true)).toEqual([
      1, 2, 3,
    ]);
  });
});

describe('a chosen payment term', () => {
  const terms = [aFullTerm({ id: 1 }), aFullTerm({ id: 2, deposit: cents(500_000) })];

  it('is taken when it is offered', () => {
    expect(getOfferedTerm(terms, 1, { today, isStaff: false }).id).toBe(1);
    expect(getOfferedTerm(terms, 2, { today, isStaff: true }).id).toBe(2);
  });

  it('is refused in one sentence when it is not, or no longer, or of another route', () => {
    for (const id of [2, 99]) {
      const refused = refusalOf(() => getOfferedTerm(terms, id, { today, isStaff: false }));
      expect(refused.kind.status).toBe(422);
      expect(refused.sentences).toEqual(['The selected payment term is no longer available.']);
      expect(refused.extras.field_errors).toHaveProperty(['contract.payment_term_id']);
    }
  });
});

describe('the notice on early sign-up', () => {
  const early = aFullTerm({ thru_dt: today });
  const successor = aFullTerm({ from_dt: plainDate('2026-06-01') });

  it('shows from three terms on that are sold now or later, several of one type included', () => {
    expect(showsEarlySignUpNotice([early, successor, aTerm()], today)).toBe(true);
    expect(showsEarlySignUpNotice([early, successor], today)).toBe(false);
  });

  it('counts neither closed terms nor those for staff', () => {
    expect(
      showsEarlySignUpNotice([early, successor, aTerm({ thru_dt: plainDate('2026-04-09') })], today),
    ).toBe(false);
    expect(showsEarlySignUpNotice([early, successor, aTerm({ is_admin_only: true })], today)).toBe(false);
  });
});
