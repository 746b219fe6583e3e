import { describe, expect, it } from 'vitest';
import { printedLines, printedName } from './printed-words.ts';

/** @shows H15.4 */
describe('a name on a receipt', () => {
  it.each(['Adaeze Okafor', 'Anne-Marie O’Neill', 'Иван Петров', 'Ναταλία Παπά', 'José Núñez', 'Ida Full'])(
    'is printed as it was typed: %s',
    (name) => expect(printedName(name, 'Customer 7')).toBe(name),
  );

  it.each([
    'PAID IN FULL',
    'Paid Okafor',
    'P.A.I.D.',
    'P A I D',
    'PAIDINFULL Okafor',
    'Refunded 12',
    'VOID',
    'Balance Due',
    'РAID',
    'ＰＡＩＤ',
    'Páid',
  ])('is not printed where it reads as a statement about money: %s', (name) =>
    expect(printedName(name, 'Customer 7')).toBe('Customer 7'),
  );

  it('is cut where it is longer than its line', () => {
    expect(printedName('a'.repeat(80), '')).toHaveLength(80);
    expect(printedName('a'.repeat(200), '')).toBe(`${'a'.repeat(79)}…`);
  });
});

it('an address on a receipt loses a line that reads as a statement about money', () => {
  expect(printedLines(['PAID IN FULL, 3B', 'Yonkers, NY 10701'])).toEqual(['Yonkers, NY 10701']);
});
