import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { OwedRow } from '#modules/admin/owed.contract.ts';
import { owedFile, owedRows, owedReasonText } from './owed-list.ts';

const row = (payment_id: number, changes: Partial<OwedRow> = {}): OwedRow => ({
  payment_id,
  order_id: 10 + payment_id,
  contract_number: '27-HM-000001-A',
  order_is_active: true,
  school: { path: 'hm', text: 'Hillmark School' },
  parent: { id: 1, name: 'Adaeze Okafor' },
  payment_number: 2,
  amount_cents: cents(110_000),
  owed_since: plainDate('2027-01-31'),
  days_late: 3,
  status: 'failed',
  reason: 'the card was declined',
  next_try_on: null,
  is_past_due: true,
  guardians: [{ name: 'Adaeze Okafor', phone: '914-555-0102', email: 'adaeze@okafor.example' }],
  ...changes,
});

const rows = [
  row(1),
  row(2, { amount_cents: cents(215_000), school: { path: 'rcs', text: 'Ridgeway' } }),
  row(3, {
    owed_since: plainDate('2027-01-02'),
    next_try_on: plainDate('2027-02-05'),
    parent: { id: 2, name: 'Bo Park' },
  }),
];
const ids = (school: string, sort: Parameters<typeof owedRows>[1]['sort']) =>
  owedRows(rows, { school, sort }).map(({ payment_id }) => payment_id);

describe('what is owed', () => {
  it('stands in the order that was asked for, of one school or of all', () => {
    expect([ids('', 'since'), ids('', 'amount'), ids('', 'next'), ids('', 'parent')]).toEqual([
      [3, 1, 2],
      [2, 1, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([ids('rcs', 'since'), ids('nga', 'since')]).toEqual([[2], []]);
  });

  it('says why, also where no charge was refused', () => {
    expect(
      [
        rows[0]!,
        row(4, { status: 'scheduled', reason: null }),
        row(5, { status: 'in_flight', reason: null }),
      ].map(owedReasonText),
    ).toEqual(['the card was declined', 'not collected yet', 'being charged now']);
  });

  it('is a file of one line a payment, in which a name is no formula', () => {
    const [head, first] = owedFile([row(1, { parent: { id: 1, name: '=cmd()' } })])
      .replace(/^\uFEFF/, '')
      .split('\r\n');
    expect(head!.split(',')).toHaveLength(16);
    expect(first).toBe(
      '"11","27-HM-000001-A","Hillmark School","\'=cmd()","2","1100.00","01/31/2027","3",' +
        '"the card was declined","",' +
        '"Adaeze Okafor","914-555-0102","adaeze@okafor.example","","",""',
    );
  });
});
