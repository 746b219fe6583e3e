import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { MovementKind } from './processor-books.states.ts';
import { bookingsOf } from './movement-bookings.ts';

const at = new Date('2026-04-10T14:00:00Z');
const booked = (kind: MovementKind, amount: number, fee = 0) =>
  bookingsOf({ id: 'txn_1', kind, amount_cents: cents(amount), fee_cents: cents(fee), at }).map((entry) => [
    entry.kind,
    ...entry.sides.map(({ account, amount_cents }) => `${account} ${amount_cents}`),
  ]);

describe('what the ledger has of a line by the nightly reading', () => {
  it('is the fee of a charge, and nothing of the charge', () => {
    expect(booked('charge', 12345, 388)).toEqual([['fee', 'gateway -388', 'processor_fees 388']]);
    expect(booked('charge', 12345)).toEqual([]);
    expect(booked('refund', -12345)).toEqual([]);
  });

  it('is a fee that stands in a line of its own, and one that is given back', () => {
    expect(booked('fee', -1500)).toEqual([['fee', 'gateway -1500', 'processor_fees 1500']]);
    expect(booked('return', 12345, -1500)).toEqual([['fee', 'gateway 1500', 'processor_fees -1500']]);
  });

  it('is a payout on its way to the bank, and one that came back', () => {
    expect(booked('payout', -5000)).toEqual([['payout', 'gateway -5000', 'bank 5000']]);
    expect(booked('payout_back', 5000)).toEqual([['payout_back', 'gateway 5000', 'bank -5000']]);
  });

  it('is what the company has sent from its bank, and what of it went back', () => {
    expect(booked('top_up', 5000)).toEqual([['top_up', 'gateway 5000', 'bank -5000']]);
    expect(booked('top_up', -5000)).toEqual([['top_up', 'gateway -5000', 'bank 5000']]);
  });

  /** @shows MS8.1 */
  it('is what the processor holds back, and what of it is released', () => {
    expect(booked('reserve', -5000)).toEqual([['reserve', 'gateway -5000', 'reserved 5000']]);
    expect(booked('reserve', 2000)).toEqual([['reserve', 'gateway 2000', 'reserved -2000']]);
  });

  it('is nothing of what the portal has no word for', () => {
    expect(booked('other', 777)).toEqual([]);
  });
});
