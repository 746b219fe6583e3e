import { describe, expect, it } from 'vitest';
import { limitReached, returningHold, SEAT_LIMITS, type EndedHold, type Place } from './family-seats.ts';

const { verified, unverified } = SEAT_LIMITS;
const LATE_BUS = 1;
const places = (...ofRoutes: number[]): Place[] =>
  ofRoutes.map((route_id, n) => ({ route_id, student_id: 100 + n }));
const wanted = (route_id: number, student_id = 1): Place => ({ route_id, student_id });

describe('a family’s places', () => {
  it.each([
    ['none yet', places(), undefined],
    ['two of the route', places(LATE_BUS, LATE_BUS), undefined],
    ['three of the route', places(LATE_BUS, LATE_BUS, LATE_BUS), 'of_route'],
    ['three of another route', places(2, 2, 2), undefined],
    ['five in all', places(2, 2, 2, 3, 3), undefined],
    ['six in all', places(2, 2, 2, 3, 3, 3), 'in_all'],
  ])('with a verified address are three of a route and six in all: %s', (_, known, limit) => {
    expect(limitReached(known, wanted(LATE_BUS), verified)).toBe(limit);
  });

  it.each([
    ['none yet', places(), undefined],
    ['one of the route', places(LATE_BUS), 'of_route'],
    ['one of another route', places(2), undefined],
    ['one each of two other routes', places(2, 3), 'in_all'],
  ])('without one are one of a route and two in all: %s', (_, known, limit) => {
    expect(limitReached(known, wanted(LATE_BUS), unverified)).toBe(limit);
  });

  it('are not counted twice for a child that waits and holds', () => {
    expect(limitReached(places(LATE_BUS, 2, 3), wanted(LATE_BUS, 100), unverified)).toBeUndefined();
  });
});

describe('a hold that has ended', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 3, 10, 14, minute));
  const ended = (student_id: number, ended_at: number, promised_until = ended_at): EndedHold => ({
    student_id,
    ended_at: at(ended_at),
    promised_until: at(promised_until),
  });

  it('comes back to its child', () => {
    const holds = [ended(1, 5, 15), ended(2, 7, 17)];
    expect(returningHold(holds, 1, { kept: 0, limits: verified })).toEqual(holds[0]);
  });

  it('leaves a sibling a new one while the family has places on the route', () => {
    expect(returningHold([ended(1, 5, 15)], 2, { kept: 1, limits: verified })).toBeUndefined();
    expect(returningHold([], 2, { kept: 0, limits: unverified })).toBeUndefined();
  });

  it('comes back to a sibling when the family has no other place, the longest promise first', () => {
    const holds = [ended(1, 5, 15), ended(2, 7, 17)];
    expect(returningHold(holds, 3, { kept: 1, limits: verified })).toEqual(holds[1]);
    expect(returningHold([ended(1, 15)], 2, { kept: 0, limits: unverified })).toEqual(ended(1, 15));
  });

  it('is nobody’s when there is none, however many places are kept', () => {
    expect(returningHold([], 1, { kept: 3, limits: verified })).toBeUndefined();
  });
});
