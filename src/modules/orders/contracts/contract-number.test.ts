import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { contractNumber } from '#tests/support/season/contract-number.ts';
import { asIssued, checkLetter, isContractNumber, isMistyped, issuedForms } from './contract-number.ts';

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

  /** @shows MC13.1 */
  it.each([
    '26-HM-004217-K',
    '26hm004217k',
    '26 HM 004217 K',
    ' 26\u2013hm\u2013004217\u2014k ',
    '26.HM.004217.K',
    'Contract # 26-HM-004217-K',
    'contract number: 26-HM-004217-K',
    'No. 26-HM-004217-K',
    '26-HM-OO42I7-K',
    '26-hm-oo4217-k',
    '２６-HM-004217-K',
  ])('may be typed as %j', (typed) => {
    expect([asIssued(typed), isContractNumber(typed), isMistyped(typed)]).toEqual([
      '26-HM-004217-K',
      true,
      false,
    ]);
  });

  /** @shows MC13.1 */
  it('without dashes finds a school whose path has some, and a serial of seven digits', () => {
    const paths = ['hm', 'st-anne'];
    for (const number of ['27-ST-ANNE-999999-D', '27-HM-1000000-E'])
      for (const typed of [number, number.replaceAll('-', ''), number.replaceAll('-', ' ')])
        expect([isContractNumber(typed), issuedForms(typed, paths)]).toEqual([
          true,
          expect.arrayContaining([number]),
        ]);
  });

  /** @shows MC13.2 */
  it.each([
    ['26-HM-004217-X', true],
    ['26hm004271k', true],
    ['hello', false],
    ['26-HM-42-K', false],
    ['', false],
  ])('%j has the shape of a number and a wrong check letter: %s', (typed, expected) => {
    expect(isMistyped(typed)).toBe(expected);
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
