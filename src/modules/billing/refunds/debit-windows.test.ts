import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { oldDebits, returnableDebits } from './debit-windows.ts';

const on = (today: string) => ({ today: plainDate(today), time_zone: 'America/New_York' });
const aDebit = (changes: object = {}) => ({
  payment_id: 7,
  state: 'succeeded',
  // In New York: the 10th, and the 16th.
  created_at: new Date('2026-04-11T01:00:00Z'),
  finished_at: new Date('2026-04-17T01:00:00Z') as Date | null,
  params: { kind: 'bank' as 'card' | 'bank' },
  ...changes,
});

/** @shows S27.6 */
describe('a debit that is too old to be given back', () => {
  const old = (today: string, changes?: object, days: number | null = 180) => [
    ...oldDebits([aDebit(changes)], days, on(today)),
  ];

  it('is one of more than 180 days, and not on the last of them', () => {
    expect(old('2026-10-07')).toEqual([]);
    expect(old('2026-10-08')).toEqual([7]);
  });

  it('is no card, no debit that has not settled, and none where the processor has no such bound', () => {
    expect(old('2028-01-01', { params: { kind: 'card' } })).toEqual([]);
    expect(old('2028-01-01', { state: 'processing' })).toEqual([]);
    expect(old('2028-01-01', {}, null)).toEqual([]);
  });
});

/** @shows S27.7 */
describe('a debit that its bank may still send back', () => {
  const until = (today: string, changes?: object) => [...returnableDebits([aDebit(changes)], on(today))];

  it('is one that settled at most 60 days ago', () => {
    expect(until('2026-06-15')).toEqual([[7, '2026-06-15']]);
    expect(until('2026-06-16')).toEqual([]);
  });

  it('counts from its day where it is not known when it settled', () => {
    expect(until('2026-06-09', { finished_at: null })).toEqual([[7, '2026-06-09']]);
    expect(until('2026-06-10', { finished_at: null })).toEqual([]);
  });

  it('is no card, and none that is under way or has come back', () => {
    expect(until('2026-05-01', { params: { kind: 'card' } })).toEqual([]);
    for (const state of ['processing', 'returned']) expect(until('2026-05-01', { state })).toEqual([]);
  });
});
