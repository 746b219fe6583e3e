import { describe, expect, it } from 'vitest';
import { withLaterAcceptances } from './later-acceptances.ts';

const at = (day: number) => new Date(Date.UTC(2026, 3, day));
const contract = { kind: 'contract', accepted_at: at(1) };
const surge = { kind: 'surge', accepted_at: at(1) };
const own = { kind: 'contract', accepted_at: at(4) };

describe('the texts of an order', () => {
  it('stand once each, with no later acceptance where the family has placed it', () => {
    expect(withLaterAcceptances([contract, surge])).toEqual([
      { ...contract, later: null },
      { ...surge, later: null },
    ]);
  });

  it('carry the acceptance that came after staff had placed it', () => {
    expect(withLaterAcceptances([contract, surge, own])).toEqual([
      { ...contract, later: own },
      { ...surge, later: null },
    ]);
  });
});
