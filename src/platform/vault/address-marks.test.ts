import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressMarks, typedAddressMarks } from './address-marks.ts';
import { createVault } from './vault.ts';

const vault = createVault([randomBytes(32)]);
const marks = addressMarks(vault, 'students', { address: '12 Élm Street, Apt. 4', zip: '10583-1234' });
const isFound = (text: string) =>
  typedAddressMarks(vault, 'students', text).some((mark) => marks.includes(mark));

/** @shows OF1.10 */
describe('a home', () => {
  it('is found by ZIP, by house number with ZIP, and by the line of the street', () => {
    expect(['10583', '12 10583', '12 elm street apt 4', ' 12  ELM Street, Apt 4.'].map(isFound)).toEqual(
      Array(4).fill(true),
    );
  });

  it('is found by no part of it, and has no digits in its marks', () => {
    expect(['1058', '12', 'elm street', '13 10583', ''].map(isFound)).toEqual(Array(5).fill(false));
    expect(marks).toHaveLength(3);
    expect(marks.every((mark) => mark.length === 12)).toBe(true);
  });

  it('without an address has no marks, and has other marks in another table', () => {
    expect(addressMarks(vault, 'students', { address: '', zip: null })).toEqual([]);
    const [ofOther] = typedAddressMarks(vault, 'addresses', '10583');
    expect(marks).not.toContain(ofOther);
  });
});
