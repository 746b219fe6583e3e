import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractNumber, periodDigits } from '#tests/support/season/contract-number.ts';
import { asIssued, checkLetter, isContractNumber } from './contract-number.ts';

const series = fc
  .record({
    year: fc.integer({ min: 2020, max: 2099 }),
    path: fc.constantFrom('hm', 'rcs', 'st-anne', 'x9'),
    serial: fc.integer({ min: 1, max: 2_000_000 }),
  })
  .map(({ year, path, serial }) => ({
    of: { period: { name: String(year), starts_on: `${year}-09-01` }, program_group: { path } },
    serial,
  }));

describe('any contract number (O6)', () => {
  it('is one of ours, however it is typed: small letters, blanks around it', () => {
    fc.assert(
      fc.property(series, ({ of, serial }) => {
        const number = contractNumber(of, serial);
        expect(isContractNumber(number)).toBe(true);
        expect(isContractNumber(`  ${number.toLowerCase()} `)).toBe(true);
        expect(asIssued(` ${number.toLowerCase()} `)).toBe(number);
      }),
    );
  });

  it('with one digit changed is none of ours', () => {
    fc.assert(
      fc.property(series, fc.nat({ max: 5 }), fc.integer({ min: 1, max: 9 }), ({ of, serial }, at, by) => {
        const number = contractNumber(of, serial);
        const place = number.length - 3 - at;
        const digit = String((Number(number[place]) + by) % 10);
        expect(isContractNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false);
      }),
    );
  });

  it('with two neighboring digits in the wrong order is none of ours', () => {
    fc.assert(
      fc.property(series, fc.nat({ max: 4 }), ({ of, serial }, at) => {
        const number = contractNumber(of, serial);
        const place = number.length - 4 - at;
        const [one, other] = [number[place]!, number[place + 1]!];
        fc.pre(one !== other);
        expect(isContractNumber(number.slice(0, place) + other + one + number.slice(place + 2))).toBe(false);
      }),
    );
  });

  it('with any other letter at its end is none of ours', () => {
    fc.assert(
      fc.property(series, fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), ({ of, serial }, letter) => {
        const number = contractNumber(of, serial);
        fc.pre(letter !== number.at(-1));
        expect(isContractNumber(number.slice(0, -1) + letter)).toBe(false);
      }),
    );
  });

  it('is another one for each serial', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 1_000 }), ({ of, serial }, by) => {
        expect(contractNumber(of, serial + by)).not.toBe(contractNumber(of, serial));
      }),
    );
  });
});

describe('the check letter', () => {
  it('is never one that is read as a digit', () => {
    fc.assert(
      fc.property(series, ({ of, serial }) => {
        expect(contractNumber(of, serial).at(-1)).not.toMatch(/[IOQ]/);
      }),
    );
  });

  it('does not depend on dashes or case', () => {
    expect(checkLetter('26-HM-004217')).toBe('K');
    expect(checkLetter('26hm004217')).toBe('K');
  });
});

describe('a serial', () => {
  it('counts from one, and more than six digits are kept whole', () => {
    const of = { period: { name: '2027', starts_on: '2026-09-01' }, program_group: { path: 'hm' } };
    expect(contractNumber(of, 1)).toMatch(/^27-HM-000001-/);
    expect(contractNumber(of, 1_234_567)).toMatch(/^27-HM-1234567-/);
  });

  it('belongs to the first year in the period’s name, else to the year in which it starts', () => {
    const digits = (name: string) => periodDigits({ name, starts_on: '2026-09-01' });
    expect(['2027', '2027-2028', 'School year 2027', 'Summer'].map(digits)).toEqual(['27', '27', '27', '26']);
  });
});
