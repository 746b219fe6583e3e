import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { aPendingOrder, type PendingOrder } from '#tests/support/billing/pending-order.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { contractNumber, type NumberSeries } from '#tests/support/season/contract-number.ts';

const page = readFileSync(new URL('../../../../docs/domain/contract.md', import.meta.url), 'utf8');
const examples = readTable(page, 'Contract numbers', ['period', 'school', 'serial', 'number']);

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const inTx = <T>(act: (tx: Tx) => Promise<T>) => database.db.transaction(act);

type Numbered = { of: NumberSeries; serial: number };

async function numbersOf(numbered: readonly Numbered[]): Promise<string[]> {
  const { rows } = await database.db.execute<{ number: string }>(sql`
    select contract_number(one -> 'of', (one ->> 'serial')::int) as number
    from jsonb_array_elements(${JSON.stringify(numbered)}::jsonb) with ordinality as listed (one, nr)
    order by nr`);
  return rows.map(({ number }) => number);
}

describe('the number that a contract gets (O6)', () => {
  it.each(examples)('of $school in $period, the $serial., is $number', async (example) => {
    const { period, school, serial, number } = example;
    const of = { period: { name: period!, starts_on: '2027-09-01' }, program_group: { path: school! } };
    expect(await numbersOf([{ of, serial: Number(serial) }])).toEqual([number]);
  });

  it('is what the page says for any period, school and serial', async () => {
    const numbered: fc.Arbitrary<Numbered> = fc.record({
      of: fc.record({
        period: fc.record({
          name: fc.constantFrom('2027', '2027-2028', 'School year 2031', 'Summer', '١٩٩٩ 2044', '20278'),
          starts_on: fc.constantFrom('2026-09-01', '2030-06-20'),
        }),
        program_group: fc.record({ path: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,11}$/) }),
      }),
      serial: fc.oneof(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 2_000_000_000 })),
    });
    const drawn = fc.sample(numbered, 2_000);
    expect(await numbersOf(drawn)).toEqual(drawn.map(({ of, serial }) => contractNumber(of, serial)));
  });
});

describe('the serials of contract numbers (O6)', () => {
  const signed = (path: string) => ({
    period: { name: '2027', starts_on: '2026-09-01' },
    program_group: { path },
  });
  const takeIn = async (tx: Tx, { period_id, program_group_id }: PendingOrder, path = 'hm') => {
    const { rows } = await tx.execute<{ number: string }>(sql`
      select next_contract_number(${period_id}, ${program_group_id},
        ${JSON.stringify(signed(path))}) as number`);
    return Number(rows[0]!.number.slice(-8, -2));
  };
  const take = (order: PendingOrder) => inTx((tx) => takeIn(tx, order));

  it('count from one, by period and school', async () => {
    const [one, other] = [await aPendingOrder(database.db), await aPendingOrder(database.db)];
    expect([await take(one), await take(one), await take(other)]).toEqual([1, 2, 1]);
  });

  it('are each given once, however many ask at the same moment', async () => {
    const order = await aPendingOrder(database.db);
    const serials = await Promise.all(Array.from({ length: 12 }, () => take(order)));
    expect(serials.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });

  it('that were taken in vain are given again, so that no number is missing', async () => {
    const order = await aPendingOrder(database.db);
    const inVain = inTx(async (tx) => {
      await takeIn(tx, order);
      throw new Error('declined');
    });
    await expect(inVain).rejects.toThrow('declined');
    expect(await take(order)).toBe(1);
  });

  it('are refused to a contract that names no school', async () => {
    const order = await aPendingOrder(database.db);
    const nameless = inTx((tx) =>
      tx.execute(sql`select next_contract_number(${order.period_id}, ${order.program_group_id}, '{}')`),
    );
    await expect(nameless).rejects.toMatchObject({
      cause: { message: 'a contract names no period or school for its number' },
    });
  });
});
