import { describe, expect, it } from 'vitest';
import { formatMoney } from '#kit/money.ts';
import type { RolloverRow } from '#modules/catalog/planning/rollover.contract.ts';
import { pastedColumn, shownRows, tableItems } from './table-items.ts';

const NAMES = ['Elmhurst', 'K–8', 'Round trip'];
const row = (changes: Partial<RolloverRow>): RolloverRow => ({
  ref: 'payment_term:5',
  kind: 'payment_term',
  names: [...NAMES, 'S2'],
  field: 'deposit',
  old: 2200,
  proposed: 2290,
  value: 2290,
  is_typed: false,
  included: true,
  problem: null,
  check: null,
  sentence: null,
  payments: 2,
  ...changes,
});
const ROWS = [
  row({
    ref: 'period:1',
    kind: 'period',
    names: [],
    field: 'starts_on',
    old: '2027-09-01',
    value: '2028-09-01',
  }),
  row({}),
  row({ field: 'amount', old: 2150, value: 2235 }),
  row({ ref: 'addon:3', kind: 'addon', names: [...NAMES, 'late'], field: 'amount', payments: null }),
];

/** @shows SE9.6 */
describe('the table of a roll-over', () => {
  it('has a heading for each route, the values, and the old and new total of each term', () => {
    const items = tableItems(ROWS);
    expect(items.map(({ is }) => is)).toEqual([
      'place',
      'value',
      'place',
      'value',
      'value',
      'total',
      'value',
    ]);
    const total = items.find((item) => item.is === 'total')!;
    expect([total.old, total.value].map(formatMoney)).toEqual(['$4,350.00', '$4,525.00']);
    expect(items[2]).toMatchObject({ text: 'Elmhurst · K–8 · Round trip' });
  });

  it('has no total where a price is not shown or no amount', () => {
    const wrong = [row({ value: 'a lot' }), row({ field: 'amount' })];
    expect(tableItems(wrong).some(({ is }) => is === 'total')).toBe(false);
    expect(tableItems([row({})]).some(({ is }) => is === 'total')).toBe(false);
  });

  it('shows what goes along, and what a filter leaves of it', () => {
    const all = { show: 'all', school: '', kind: '' } as const;
    expect(shownRows([row({ included: false }), row({})], all)).toHaveLength(1);
    expect(shownRows(ROWS, { ...all, kind: 'addon' })).toHaveLength(1);
    expect(shownRows(ROWS, { ...all, school: 'Elmhurst' })).toHaveLength(3);
    expect(shownRows(ROWS, { ...all, show: 'typed' })).toEqual([]);
    const wrong = row({ problem: 'Deposit must be an amount.' });
    expect(shownRows([...ROWS, wrong], { ...all, show: 'problem' })).toEqual([wrong]);
  });

  it('takes a copied column of a spreadsheet, and a single value as typing', () => {
    expect(pastedColumn('2,300.00\r\n2,400.00\r\n')).toEqual(['2,300.00', '2,400.00']);
    expect(pastedColumn('10\tx\n20\ty')).toEqual(['10', '20']);
    expect(pastedColumn('2,300.00')).toEqual([]);
  });
});
