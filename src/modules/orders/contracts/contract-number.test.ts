import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { contractNumber } from '#tests/support/season/contract-number.ts';
import { asIssued, checkLetter, isContractNumber } from './contract-number.ts';

const page = readFileSync(new URL('../../../../docs/domain/contract.md', import.meta.url), 'utf8');
const examples = readTable(page, 'Contract numbers', ['period', 'school', 'serial', 'number']);

describe('a contract number', () => {
  it.each(examples)(
    'of $school in $period, the $serial., is $number',
    ({ period, school, serial, number }) => {
      const series = { period: { name: period, starts_on: '2027-09-01' }, program_group: { path: school } };
      expect(contractNumber(series, Number(serial))).toBe(number);
      expect(isContractNumber(number)).toBe(true);
    },
  );

  it('is recognised however it is typed', () => {
    const { number } = examples[0]!;
    expect(asIssued(`  ${number.toLowerCase()} `)).toBe(number);
    expect(isContractNumber(` ${number.toLowerCase()}`)).toBe(true);
  });

  const issued = fc
    .tuple(fc.constantFrom('hm', 'rcs', 'ecfs', 'st-anne'), fc.integer({ min: 1, max: 999_999 }))
    .map(([path, serial]) =>
      contractNumber({ period: { name: '2027', starts_on: '2027-09-01' }, program_group: { path } }, serial),
    );

  it('is never mistaken for another when one digit is wrong', () => {
    fc.assert(
      fc.property(issued, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const digits = [...number.matchAll(/\d/g)].map((match) => match.index);
        const index = digits[at % digits.length]!;
        const wrong = String((Number(number[index]) + shift) % 10);
        expect(isContractNumber(number.slice(0, index) + wrong + number.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('is never mistaken for another when two neighbours change places', () => {
    fc.assert(
      fc.property(issued, fc.nat(), (number, at) => {
        const body = number.slice(0, -2);
        const index = at % (body.length - 1);
        const [a, b] = [body[index]!, body[index + 1]!];
        fc.pre(a !== b && a !== '-' && b !== '-');
        // Two letters 23 apart weigh the same, but swapped letters name no school of the company anyway.
        fc.pre(/\d/.test(a) && /\d/.test(b));
        expect(checkLetter(body.slice(0, index) + b + a + body.slice(index + 2))).not.toBe(number.at(-1));
      }),
    );
  });
});
