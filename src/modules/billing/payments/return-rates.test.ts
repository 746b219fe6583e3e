import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toPercent } from '#kit/money.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { RETURN_CLASSES, returnRates, type ReturnClass } from './return-rates.ts';

const page = readFileSync(new URL('../../../../docs/domain/returned-debits.md', import.meta.url), 'utf8');
const classes = readTable(page, 'The classes', ['class', 'codes', 'ceiling']);
const columns = ['case', 'class', 'returned', 'debits', 'rate', 'level'] as const;
const examples = readTable(page, 'The worked examples', columns);

const EVERY_CODE = [...Array.from({ length: 85 }, (_, n) => `R${String(n + 1).padStart(2, '0')}`), 'R99'];
const codeOf: Record<string, string> = { unauthorized: 'R10', administrative: 'R03', all: 'R01' };
const rateOf = (codes: readonly string[], debits: number, of: string) =>
  returnRates(codes, debits).find((rate) => rate.class === of)!;

describe('the worked examples of docs/domain/returned-debits.md', () => {
  it('are all there, of every class', () => {
    expect(examples).toHaveLength(11);
    expect(classes.map((row) => row.class)).toEqual([...RETURN_CLASSES]);
  });

  /** @shows S24.4 */
  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    const codes = Array.from({ length: Number(row.returned) }, () => codeOf[row.class]!);
    const { rate, level } = rateOf(codes, Number(row.debits), row.class);
    expect(level).toBe(row.level);
    expect(`${toPercent(rate)} %`).toBe(row.rate);
  });
});

describe('the return codes', () => {
  /** @shows S24.4 */
  it.each(classes.map((row) => [row.class as ReturnClass, row] as const))(
    'of the class %s are just those of the page, with its ceiling',
    (of, row) => {
      const counted = EVERY_CODE.filter((code) => rateOf([code], 100, of).returned === 1);
      expect(counted).toEqual(row.codes === 'every code' ? EVERY_CODE : row.codes.split(' '));
      expect(`${toPercent(rateOf([], 100, of).ceiling)} %`).toBe(row.ceiling);
    },
  );
});
