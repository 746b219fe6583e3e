import { describe, expect, it } from 'vitest';
import { parseCsv } from '#tests/support/files/parse-csv.ts';
import { cents, type Cents } from '#kit/money.ts';
import { addDays, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { ACCOUNTS } from '#modules/billing/ledger/postings.ts';
import { bookkeepingFiles, journalFile, type DaySum, type JournalLine } from './ledger-files.ts';

const NAMES = new Map(
  ACCOUNTS.map((account) => [account as string, { name: `Chart ${account}`, number: '100', class: 'Buses' }]),
);
const MONTH = plainDate('2027-03-01');

const sumsOf = (lines: readonly JournalLine[]): DaySum[] =>
  lines.map(({ booked_on, own_on, account, amount_cents }) => ({
    booked_on,
    own_on,
    account,
    debit_cents: cents(Math.max(amount_cents, 0)),
    credit_cents: cents(Math.max(-amount_cents, 0)),
  }));

const line = (changes: Partial<JournalLine>): JournalLine => ({
  journal_id: 7,
  booked_on: MONTH,
  own_on: MONTH,
  kind: 'charge',
  order_id: 12,
  contract_number: '27-HM-000001-T',
  account: 'gateway',
  amount_cents: cents(288_400),
  ...changes,
});

const A_CHARGE = [
  line({}),
  line({ account: 'contracts', amount_cents: cents(-280_000) }),
  line({ account: 'surcharges', amount_cents: cents(-8_400) }),
];
const A_WAIVER = [
  line({ journal_id: 8, kind: 'adjustment', account: 'owed', amount_cents: cents(-10_000) }),
  line({ journal_id: 8, kind: 'adjustment', account: 'adjustments', amount_cents: cents(10_000) }),
];
const LATE = [
  line({ journal_id: 9, kind: 'return', own_on: plainDate('2027-02-27'), amount_cents: cents(-500) }),
  line({
    journal_id: 9,
    kind: 'return',
    own_on: plainDate('2027-02-27'),
    account: 'contracts',
    amount_cents: cents(500),
  }),
];
const ALL = [...A_CHARGE, ...A_WAIVER, ...LATE];

type Sums = Record<string, Cents>;

/** What a file says of each account, debits less credits. */
function add(sums: Sums, account: string, amount: number): void {
  sums[account] = cents((sums[account] ?? 0) + Math.round(amount * 100));
}

const OF_THE_LEDGER: Sums = {
  'Chart gateway': cents(287_900),
  'Chart contracts': cents(-279_500),
  'Chart surcharges': cents(-8_400),
  'Chart owed': cents(-10_000),
  'Chart adjustments': cents(10_000),
};

describe('the files of the ledger', () => {
  /** @shows RP3.3 */
  it('for QuickBooks Online read back as the sums of the ledger, one balanced entry a day', async () => {
    const [file] = bookkeepingFiles('quickbooks_online', sumsOf(ALL), { names: NAMES, span: '2027-03' });
    expect(file!.name).toBe('quickbooks-online-2027-03.csv');
    const [head, ...rows] = parseCsv(await file!.content());
    expect(head).toEqual([
      'JournalNo',
      'JournalDate',
      'AccountName',
      'Debits',
      'Credits',
      'Description',
      'Name',
    ]);
    const sums: Sums = {};
    for (const [number, day, account, debits, credits] of rows) {
      expect([number, day]).toEqual(['SR-2027-03-01', '03/01/2027']);
      add(sums, account!, Number(debits) - Number(credits));
    }
    expect(sums).toEqual(OF_THE_LEDGER);
    expect(rows.filter((row) => row[6] !== '').map((row) => [row[2], row[6]])).toEqual([
      ['Chart owed', 'Families'],
    ]);
    expect(rows.filter((row) => row[5]!.includes('02/27/2027'))).toHaveLength(2);
  });

  /** @shows RP3.3 */
  it('for QuickBooks Desktop read back as the sums of the ledger, in entries that sum to 0', async () => {
    const [file] = bookkeepingFiles('quickbooks_desktop', sumsOf(ALL), { names: NAMES, span: '2027-03' });
    expect(file!.name).toBe('quickbooks-desktop-2027-03.iif');
    const lines = (await file!.content())
      .trimEnd()
      .split('\r\n')
      .map((text) => text.split('\t'));
    const fields = lines[0]!;
    expect(lines.slice(0, 3).map(([first]) => first)).toEqual(['!TRNS', '!SPL', '!ENDTRNS']);
    const at = (name: string) => fields.indexOf(name);
    const sums: Sums = {};
    let entry = 0;
    for (const cells of lines.slice(3)) {
      if (cells[0] === 'ENDTRNS') {
        expect(entry).toBe(0);
        continue;
      }
      expect(cells[at('TRNSTYPE')]).toBe('GENERAL JOURNAL');
      entry = Math.round((entry + Number(cells[at('AMOUNT')])) * 100) / 100;
      add(sums, cells[at('ACCNT')]!, Number(cells[at('AMOUNT')]));
    }
    expect(sums).toEqual(OF_THE_LEDGER);
    expect(lines.filter(([first]) => first === 'TRNS')).toHaveLength(1);
  });

  /** @shows RP3.3 */
  it('with every posting read back as the sums of the ledger', async () => {
    const { content } = journalFile(async () => ALL, { names: NAMES, span: '2027-03' });
    const [head, ...rows] = parseCsv(await content());
    expect(head).toHaveLength(12);
    const sums: Sums = {};
    for (const row of rows) add(sums, row[7]!, Number(row[10]) - Number(row[11]));
    expect(sums).toEqual(OF_THE_LEDGER);
    expect(rows[0]).toEqual(expect.arrayContaining(['03/01/2027', 'charge', '12', '27-HM-000001-T']));
  });

  /** @shows RP3.3 */
  it('for QuickBooks Online have at most a thousand lines, and whole entries', async () => {
    const days: PlainDate[] = Array.from({ length: 260 }, (_, nr) => addDays(MONTH, nr));
    const many = days.flatMap((booked_on) => ALL.map((one) => ({ ...one, booked_on, own_on: booked_on })));
    const files = bookkeepingFiles('quickbooks_online', sumsOf(many), { names: NAMES, span: 'long' });
    expect(files.length).toBeGreaterThan(1);
    expect(files.map(({ name }) => name).slice(0, 2)).toEqual([
      'quickbooks-online-long-1.csv',
      'quickbooks-online-long-2.csv',
    ]);
    const contents = await Promise.all(files.map(({ content }) => content()));
    const numbers = contents.map((content) => {
      const [, ...rows] = parseCsv(content);
      expect(rows.length).toBeLessThanOrEqual(1000);
      return new Set(rows.map(([number]) => number));
    });
    expect(numbers.reduce((n, own) => n + own.size, 0)).toBe(
      new Set(numbers.flatMap((own) => [...own])).size,
    );
  });

  /** @shows RP3.3 */
  it('for QuickBooks Desktop are one file, however long the span is', async () => {
    const days: PlainDate[] = Array.from({ length: 260 }, (_, nr) => addDays(MONTH, nr));
    const many = days.flatMap((booked_on) => ALL.map((one) => ({ ...one, booked_on, own_on: booked_on })));
    const files = bookkeepingFiles('quickbooks_desktop', sumsOf(many), { names: NAMES, span: 'long' });
    expect(files.map(({ name }) => name)).toEqual(['quickbooks-desktop-long.iif']);
    const lines = (await files[0]!.content()).trimEnd().split('\r\n');
    expect(lines.filter((text) => text.startsWith('ENDTRNS'))).toHaveLength(days.length);
  });
});
