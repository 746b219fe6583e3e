import { describe, expect, it } from 'vitest';
import { fileOf } from '#kit/list/list-view.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';
import { csvLine } from '#kit/text/csv.ts';
import { addsUpText, payoutList } from './payout-list.ts';

const row = (changes: Partial<PayoutRow> = {}): PayoutRow => ({
  ref: 'po_1',
  made_on: plainDate('2026-04-14'),
  arrives_on: plainDate('2026-04-15'),
  state: 'arrived',
  trace: 'TRACE000001',
  amount_cents: cents(280_006),
  payments_cents: cents(288_400),
  fees_cents: cents(-8_394),
  refunds_cents: cents(0),
  disputes_cents: cents(0),
  other_cents: cents(0),
  adds_up: true,
  missing_cents: cents(0),
  missing_lines: 0,
  ...changes,
});

describe('the file of the payouts', () => {
  /** @shows S18.17 */
  it('has a line a payout, in which nothing of a bank is a formula', () => {
    const { columns: all } = fileOf(payoutList);
    const columns = all.map(({ cell }) => cell(row({ trace: '=HYPERLINK("x")' })));
    expect(columns).toHaveLength(13);
    expect(csvLine(columns)).toBe(
      '"04/15/2026","04/14/2026","2800.06","Arrived","\'=HYPERLINK(""x"")","2884.00","-83.94","0.00",' +
        '"0.00","0.00","Adds up","0.00","po_1"\r\n',
    );
  });

  it('says of a payout whether its lines are known, add up, or miss some', () => {
    const missing = { adds_up: false, missing_cents: cents(500) };
    expect(
      [
        row({ adds_up: null }),
        row(),
        row({ ...missing, missing_lines: 1 }),
        row({ ...missing, missing_lines: 3 }),
        row(missing),
      ].map(addsUpText),
    ).toEqual(['Not available yet', 'Adds up', '1 line missing:', '3 lines missing:', 'Doesn’t add up:']);
  });
});
