import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate, type PlainDate } from '#kit/plain-date.ts';
import { congestionFeeShape, FEE_STATES, feeState, toFeeResponse } from './congestion-fee.ts';
import { payerBy } from './fee-payer.service.ts';

type Facts = Parameters<typeof toFeeResponse>[0];

const ANNOUNCED = new Date('2026-11-23T17:00:00Z');
const DAY = plainDate('2026-11-26');

const someFacts = (changes: Partial<Facts> = {}, fee: Partial<Facts['fee']> = {}): Facts => ({
  fee: {
    id: 5,
    amount_cents: cents(4_500),
    reason: 'Road works',
    charge_on: DAY,
    announced_at: ANNOUNCED,
    withdrawn_at: null,
    ...fee,
  },
  route: { id: 31, name: 'Round trip' },
  program: 'Lower School',
  school: { path: 'hm', text: 'Hill Middle' },
  announced_by: { first: 'Olu', last: 'Staff' },
  contracts: 3,
  paid: 0,
  cancelled: 0,
  failed: 0,
  lastOn: null,
  paidCents: 0,
  taken: 0,
  takenCents: 0,
  ...changes,
});

const withdrawn = { withdrawn_at: new Date('2026-11-24T15:00:00Z') };

describe('where a congestion fee stands (S4)', () => {
  it('is announced until its day, and collecting from that day on', () => {
    const on = (day: string) => feeState(someFacts(), plainDate(day));
    expect([on('2026-11-23'), on('2026-11-25'), on('2026-11-26'), on('2027-01-01')]).toEqual([
      'announced',
      'announced',
      'collecting',
      'collecting',
    ]);
  });

  it('is finished once every contract has paid or ended, and not one before', () => {
    expect(feeState(someFacts({ paid: 2 }), DAY)).toBe('collecting');
    expect(feeState(someFacts({ paid: 3 }), DAY)).toBe('finished');
    expect(feeState(someFacts({ paid: 1, cancelled: 2 }), DAY)).toBe('finished');
    expect(feeState(someFacts({ cancelled: 3 }), DAY)).toBe('finished');
  });

  it('is withdrawn for good once staff have withdrawn it, whatever was paid', () => {
    for (const day of ['2026-11-24', '2026-11-26', '2027-01-01'])
      expect(feeState(someFacts({ cancelled: 3 }, withdrawn), plainDate(day))).toBe('withdrawn');
  });

  it('is announced before its day even where staff have taken every payment in', () => {
    expect(feeState(someFacts({ paid: 3 }), plainDate('2026-11-25'))).toBe('announced');
  });

  it('only moves on as days pass', () => {
    const days = fc
      .integer({ min: 1, max: 28 })
      .map((day) => plainDate(`2026-11-${String(day).padStart(2, '0')}`));
    const counts = fc.nat({ max: 3 });
    fc.assert(
      fc.property(days, days, counts, counts, (one, other, paid, cancelled) => {
        const facts = someFacts({ paid, cancelled: Math.min(cancelled, 3 - paid) });
        const [first, last] = [one, other].toSorted() as [PlainDate, PlainDate];
        expect(FEE_STATES.indexOf(feeState(facts, first))).toBeLessThanOrEqual(
          FEE_STATES.indexOf(feeState(facts, last)),
        );
      }),
    );
  });
});

describe('a congestion fee on the wire', () => {
  it('tells what, where, when and by whom, in the declared shape', () => {
    const told = toFeeResponse(someFacts({ paid: 1, failed: 1, paidCents: 4_500 }), DAY);
    expect(told).toMatchObject({
      amount_cents: 4_500,
      charge_on: '2026-11-26',
      announced_at: '2026-11-23T17:00:00.000Z',
      announced_by: 'Olu Staff',
      withdrawn_at: null,
      state: 'collecting',
      paid: 1,
      failed: 1,
      paid_cents: 4_500,
    });
    expect(congestionFeeShape.parse(told)).toEqual(told);
  });

  it('names the day of the last contract where some pay from a bank account', () => {
    expect(toFeeResponse(someFacts({ lastOn: plainDate('2026-12-04') }), DAY).last_charge_on).toBe(
      '2026-12-04',
    );
  });

  it('names its own day where no payment of it stands', () => {
    expect(toFeeResponse(someFacts(), DAY).last_charge_on).toBe('2026-11-26');
  });

  it('says when it was withdrawn', () => {
    expect(toFeeResponse(someFacts({}, withdrawn), DAY).withdrawn_at).toBe('2026-11-24T15:00:00.000Z');
  });
});

describe('whoever pays a fee', () => {
  it('has the notice of a bank account only where a bank account would pay', () => {
    expect(payerBy({ paymentType: 'paymentTypeAch' })).toBe('bank');
    expect(payerBy({ paymentType: 'paymentTypeCreditCard' })).toBe('card');
    expect(payerBy(undefined)).toBe('none');
  });
});
