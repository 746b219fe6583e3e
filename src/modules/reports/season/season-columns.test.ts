import { describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { columnsOf, totalOf, type SeasonFacts } from './season-columns.ts';
import { seasonRows } from './season-rows.ts';

const dollars = (amount: number) => cents(Math.round(amount * 100));

const facts = (changes: Partial<SeasonFacts> = {}): SeasonFacts => ({
  is_ended: false,
  contracts: 1,
  principal_cents: dollars(4950),
  addons_cents: ZERO,
  discounts_cents: ZERO,
  aid_cents: ZERO,
  amendments_cents: ZERO,
  adjustments_cents: ZERO,
  congestion_fees_cents: ZERO,
  withdrawn_cents: ZERO,
  collected_cents: dollars(2800),
  refunded_cents: ZERO,
  surcharges_cents: dollars(84),
  surcharges_refunded_cents: ZERO,
  past_due_cents: ZERO,
  ...changes,
});

describe('a row of the season report', () => {
  /** @shows RP2.2 */
  it('bills what was signed, and has outstanding what was not collected', () => {
    const row = columnsOf(facts({ addons_cents: dollars(250), discounts_cents: dollars(520) }));
    expect(row).toMatchObject({
      contracts: 1,
      ended: 0,
      billed_cents: 468_000,
      cancelled_cents: 0,
      outstanding_cents: 188_000,
      net_received_cents: 288_400,
    });
  });

  it('counts aid, adjustments, amendments and fees into what is billed', () => {
    const row = columnsOf(
      facts({
        aid_cents: dollars(1000),
        adjustments_cents: dollars(-150),
        amendments_cents: dollars(300),
        congestion_fees_cents: dollars(75),
      }),
    );
    expect(row.billed_cents).toBe(417_500);
  });

  it('cancels of an ended contract all that was not collected', () => {
    const row = columnsOf(
      facts({ is_ended: true, refunded_cents: dollars(500), past_due_cents: dollars(2150) }),
    );
    expect(row).toMatchObject({
      ended: 1,
      cancelled_cents: 215_000,
      billed_cents: 280_000,
      outstanding_cents: 0,
      past_due_cents: 0,
      net_received_cents: 238_400,
    });
  });

  it('cancels of a withdrawn fee what nobody had paid', () => {
    const row = columnsOf(facts({ congestion_fees_cents: dollars(150), withdrawn_cents: dollars(75) }));
    expect(row).toMatchObject({ cancelled_cents: 7_500, billed_cents: 502_500 });
  });

  it('nets what went back of principal and card fees', () => {
    const row = columnsOf(facts({ refunded_cents: dollars(2800), surcharges_refunded_cents: dollars(84) }));
    expect(row.net_received_cents).toBe(0);
  });
});

describe('the rows of the season report', () => {
  const both = seasonRows([
    { ...facts(), group: '1', part: 'a' },
    { ...facts({ is_ended: true }), group: '1', part: 'a' },
    { ...facts({ contracts: 2 }), group: '1', part: 'b' },
    { ...facts(), group: '2', part: 'b' },
  ]);

  it('fold the second grouping into the first, each with its sum', () => {
    expect(both.rows.map(({ key, contracts, parts }) => [key, contracts, parts.length])).toEqual([
      ['1', 4, 2],
      ['2', 1, 1],
    ]);
    expect(both.rows[0]!.parts.map(({ key, contracts, ended }) => [key, contracts, ended])).toEqual([
      ['a', 2, 1],
      ['b', 2, 0],
    ]);
  });

  it('add up to the total', () => {
    const { key: _, parts: __, ...first } = both.rows[0]!;
    expect(totalOf([first, both.rows[1]!])).toEqual(both.total);
    expect(both.total.contracts).toBe(5);
  });

  it('without a second grouping have no parts, and without contracts a total of nothing', () => {
    expect(seasonRows([{ ...facts(), group: '1', part: null }]).rows[0]!.parts).toEqual([]);
    expect(seasonRows([]).total).toMatchObject({ contracts: 0, billed_cents: 0 });
  });
});
