import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import {
  hasFolded,
  isFull,
  NO_SALE,
  offerOf,
  saleOf,
  seasonsToSell,
  settledAward,
  withAward,
  withoutAward,
} from './sale.ts';

const OFFER = {
  student: { id: 11, first_name: 'Chidi', last_name: 'Okafor' },
  school: { id: 2, text: 'Horace Mann', path: 'hm', line_color: '#123456' },
  program: { id: 3, text: 'Lower Division' },
  line: { id: 5, name: 'Round trip' },
  term: { id: 7, name: 'Two payments' },
  special_request: 'Please wait at the corner.',
  note: 'As on the telephone',
  pay_by: 'check' as const,
  payment_method_id: null,
  made_at: '2026-04-10T14:00:02.000Z',
  ends_at: '2026-04-11T14:00:00.000Z',
  chosen: {
    period_id: 1,
    grade_id: 4,
    addon_ids: [8, 9],
    staff_discount_id: 21,
    sibling_number: null,
    aid: { code: 'HM-AID', amount_cents: cents(125_050) },
    pickup_north: 'W 96th St',
    pickup_cross: 'Broadway',
    although_closed: 'Moved here in March',
    beyond_limit: 'Twins',
  },
};

const SENDING = { user_id: 1, quote_hash: 'h', replaces_id: 6, now: Date.parse('2026-04-10T15:00:00Z') };

describe('a sale that begins with an offer', () => {
  /** @shows OF3.10 */
  it('sends the whole choice of the offer where staff change nothing', () => {
    expect(offerOf(saleOf(OFFER), SENDING)).toEqual({
      user_id: 1,
      contract: {
        student_id: 11,
        program_id: 3,
        route_id: 5,
        payment_term_id: 7,
        grade_id: 4,
        addon_ids: [8, 9],
        pickup_north: 'W 96th St',
        pickup_cross: 'Broadway',
        special_request: 'Please wait at the corner.',
        route_discounts: [],
      },
      staff_discount_id: 21,
      aid: { code: 'HM-AID', amount_cents: 125_050 },
      although_closed: 'Moved here in March',
      beyond_limit: 'Twins',
      pay_by: 'check',
      payment_method_id: null,
      note: 'As on the telephone',
      ends_at: '2026-04-11T15:00:00.000Z',
      quote_hash: 'h',
      replaces_id: 6,
    });
  });

  /** @shows OF3.10 */
  it('has the number of a sibling, and the saved method that was proposed', () => {
    const chosen = { ...OFFER.chosen, staff_discount_id: null, sibling_number: '27-HM-1042' };
    const sale = saleOf({ ...OFFER, chosen, pay_by: 'method', payment_method_id: 31 });
    expect(offerOf({ ...sale, sibling_discount_id: '22' }, SENDING)).toMatchObject({
      contract: { route_discounts: [{ id: 22, contract_number: '27-HM-1042' }] },
      staff_discount_id: null,
      pay_by: 'method',
      payment_method_id: 31,
    });
  });

  it('holds for the usual time where the offer did not hold for one of the times to choose', () => {
    const sale = saleOf({ ...OFFER, ends_at: '2026-04-12T20:00:00.000Z' });
    expect(offerOf(sale, SENDING).ends_at).toBeNull();
  });

  it('unfolds discounts, aid and pickup where something of them was chosen', () => {
    expect([hasFolded(NO_SALE), hasFolded(saleOf(OFFER))]).toEqual([false, true]);
  });
});

describe('the school years of a sale', () => {
  const season = (id: number, is_draft = false) => ({ id, text: `Year ${id}`, is_draft });

  /** @shows OF3.1 OF3.2 */
  it('are the one that sells now and the later published ones', () => {
    const seasons = [season(4, true), season(3), season(2), season(1)];
    expect(seasonsToSell(seasons, 2).map(({ id }) => id)).toEqual([3, 2]);
    expect(seasonsToSell(seasons, null)).toEqual([]);
  });

  /** @shows OF3.10 */
  it('stay with the school year of a changed offer', () => {
    expect(saleOf(OFFER).period_id).toBe('1');
  });
});

describe('a full route', () => {
  const full = { id: 5, seats_left: 0 };

  /** @shows OF3.2 */
  it('has no seat to sell, and a route with a seat or without a limit has', () => {
    const sale = saleOf(OFFER);
    const others = [1, null].map((seats_left) => isFull(sale, { id: 5, seats_left }));
    expect([isFull(sale, full), ...others]).toEqual([true, false, false]);
  });

  /** @shows OF3.10 */
  it('has the seat of the replaced offer, for the student of that offer alone', () => {
    const sale = saleOf(OFFER);
    expect(isFull(sale, full, sale)).toBe(false);
    expect(isFull({ ...sale, student_id: '12' }, full, sale)).toBe(true);
    expect(isFull(sale, { ...full, id: 6 }, sale)).toBe(true);
  });
});

describe('the award of a school', () => {
  const AWARD = { code: 'AWARD-1', amount: 3000 };
  const chosen = { ...NO_SALE, student_id: '11' };
  const taken = { ...chosen, ...settledAward(chosen, AWARD) };

  /** @shows OF7.4 */
  it('stands ready in a sale, where nothing is typed, and follows the choice', () => {
    expect([taken.aid_code, taken.aid_amount]).toEqual(['AWARD-1', '$3,000.00']);
    const other = { ...taken, ...settledAward(taken, { ...AWARD, amount: 2175.5 }) };
    expect([other.aid_code, other.aid_amount]).toEqual(['AWARD-1', '$2,175.50']);
    const another = { ...taken, student_id: '12', ...settledAward(taken, undefined) };
    expect([another.aid_code, another.aid_amount]).toEqual(['', '']);
  });

  /** @shows OF7.4 */
  it('is taken off for its student, and taken back', () => {
    const without = { ...taken, ...withoutAward(taken) };
    expect([without.aid_code, settledAward(without, AWARD)]).toEqual(['', {}]);
    expect(settledAward({ ...without, student_id: '12' }, AWARD)).toMatchObject({ aid_code: 'AWARD-1' });
    expect({ ...without, ...withAward(AWARD) }).toMatchObject({ aid_code: 'AWARD-1', without_award_of: '' });
  });

  it('takes the place of no typed code and no discount', () => {
    const others = [{ aid_code: 'HM-AID' }, { staff_discount_id: '21' }, { sibling_number: '27-HM-1042' }];
    expect(others.map((other) => settledAward({ ...chosen, ...other }, AWARD))).toEqual([{}, {}, {}]);
    expect(settledAward({ ...chosen, aid_code: 'HM-AID' }, undefined)).toEqual({});
  });

  /** @shows OF3.10 */
  it('is not added to a changed offer that was made without it', () => {
    const made = saleOf({ ...OFFER, chosen: { ...OFFER.chosen, aid: null, staff_discount_id: null } });
    expect(settledAward(made, AWARD)).toEqual({});
  });
});
