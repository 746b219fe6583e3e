import { describe, expect, it } from 'vitest';
import { US_STATES } from './rules/fields.ts';
import { stateOfZip } from './state-of-zip.ts';

describe('the state of a ZIP code', () => {
  it.each([
    ['10474', 'NY'],
    ['00501', 'NY'],
    ['02139', 'MA'],
    ['05501', 'MA'],
    ['05601', 'VT'],
    ['06510', 'CT'],
    ['04101-1234', 'ME'],
    ['73102', 'OK'],
    ['73301', 'TX'],
    ['00901', 'PR'],
    ['00801', 'VI'],
    ['20001', 'DC'],
    ['20101', 'VA'],
    ['80202', 'CO'],
    [' 99501 ', 'AK'],
  ])('%s is %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state);
  });

  it.each(['', '1047', '104740', 'SW1A 1AA', '09001', '34001', '00000'])('%j is in none', (zip) => {
    expect(stateOfZip(zip)).toBeNull();
  });

  it('is known for each state of the address form', () => {
    const found = new Set(
      Array.from({ length: 1_000 }, (_, prefix) => stateOfZip(`${String(prefix).padStart(3, '0')}01`)),
    );
    expect(US_STATES.filter((state) => !found.has(state))).toEqual([]);
  });
});
