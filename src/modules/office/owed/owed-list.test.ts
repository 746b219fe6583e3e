import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { csvLine } from '#kit/text/csv.ts';
import type { OwedRow } from './owed.contract.ts';
import { fileOf } from '#kit/list/list-view.ts';
import { owedList, owedReasonText } from './owed-list.ts';

const row = (payment_id: number, changes: Partial<OwedRow> = {}): OwedRow => ({
  payment_id,
  order_id: 10 + payment_id,
  contract_number: '27-HM-000001-A',
  school: { path: 'hm', text: 'Hillmark School' },
  program: 'Upper School',
  line: 'Round trip',
  method: 'card ending 4242',
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

describe('what is owed', () => {
  it('says why, also where no charge was refused', () => {
    expect(
      [
        row(1),
        row(4, { status: 'scheduled', reason: null }),
        row(5, { status: 'in_flight', reason: null }),
      ].map(owedReasonText),
    ).toEqual(['the card was declined', 'not collected yet', 'being charged now']);
  });

  it('is a file of one line a payment, in which a name is no formula', () => {
    const { columns } = fileOf(owedList);
    const shown = columns.filter(({ isExtra }) => !isExtra);
    const cells = shown.map(({ cell }) => cell(row(1, { parent: { id: 1, name: '=cmd()' } })));
    expect(csvLine(cells)).toBe(
      '"27-HM-000001-A","\'=cmd()","1100.00","01/31/2027","the card was declined","",' +
        '"Adaeze Okafor 914-555-0102 adaeze@okafor.example"\r\n',
    );
    expect(columns).toHaveLength(20);
  });
});
