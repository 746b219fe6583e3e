import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { OwedRow } from '#modules/admin/owed.contract.ts';
import { owedFile, owedReasonText, owedSumText, readAllOwed } from './owed-list.ts';

const row = (payment_id: number, changes: Partial<OwedRow> = {}): OwedRow => ({
  payment_id,
  order_id: 10 + payment_id,
  contract_number: '27-HM-000001-A',
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

/** A list that is read as the server gives it: each page names the next one by its number. */
const inPages =
  (...pages: OwedRow[][]) =>
  async (after = '0') => ({
    rows: pages[Number(after)]!,
    next: Number(after) + 1 < pages.length ? String(Number(after) + 1) : null,
  });

describe('what is owed', () => {
  it('is read to its last page for a file, in the order of the pages', async () => {
    expect(await readAllOwed(inPages([row(3), row(1)], [row(2)], [row(4)]))).toEqual([
      row(3),
      row(1),
      row(2),
      row(4),
    ]);
    expect(await readAllOwed(inPages([]))).toEqual([]);
  });

  it('stands once in a file, as it was read last, where the list has changed meanwhile', async () => {
    const later = row(1, { amount_cents: cents(90_000) });
    expect(await readAllOwed(inPages([row(1), row(2)], [later, row(3)]))).toEqual([later, row(2), row(3)]);
  });

  it('is no file when one of its pages fails', async () => {
    const pages = inPages([row(1)], [row(2)]);
    const failing = async (after?: string) => {
      if (after === undefined) return pages(after);
      throw new Error('the portal is away');
    };
    await expect(readAllOwed(failing)).rejects.toThrow('the portal is away');
  });

  it('is summed up over all pages', () => {
    expect([
      owedSumText({ total: 1, total_cents: cents(110_000) }),
      owedSumText({ total: 985, total_cents: cents(123_456_700) }),
    ]).toEqual(['1 payment, $1,100.00 before surcharges', '985 payments, $1,234,567.00 before surcharges']);
  });

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
