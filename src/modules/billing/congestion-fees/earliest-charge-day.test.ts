import { readFileSync } from 'node:fs';
import { TZDate } from '@date-fns/tz';
import { describe, expect, it } from 'vitest';
import { startOfDayIn } from '#kit/plain-date.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { exampleDay } from '#tests/support/billing/prices.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { earliestChargeDay, type FeePayer } from './earliest-charge-day.ts';

const NEW_YORK = 'America/New_York';
const page = readFileSync(new URL('../../../../docs/domain/congestion-fee.md', import.meta.url), 'utf8');
const examples = readTable(page, 'The worked examples', [
  'case',
  'noticed',
  'paid by',
  'first charge',
] as const);

function instantOf(noticed: string): Date {
  const [month, day, year, hours, minutes] = noticed.split(/[/ :]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(new TZDate(year, month - 1, day, hours, minutes, NEW_YORK).getTime());
}

/** @shows MC14.3 */
describe('the worked examples of docs/domain/congestion-fee.md', () => {
  it('are all there', () => expect(examples).toHaveLength(16));

  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    expect(earliestChargeDay(instantOf(row.noticed), NEW_YORK, row['paid by'] as FeePayer)).toBe(
      exampleDay(row['first charge']),
    );
  });
});

describe('a notice at any hour of a year', () => {
  const hours = Array.from(
    { length: 366 * 24 },
    (_, hour) => new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS),
  );

  it('leaves 48 hours until the first hour of the day in which charges are made', () => {
    const shortest = Math.min(
      ...hours.map(
        (at) =>
          startOfDayIn(NEW_YORK, earliestChargeDay(at, NEW_YORK, 'card')).getTime() +
          7 * HOUR_MS -
          at.getTime(),
      ),
    );
    expect(shortest / HOUR_MS).toBeGreaterThanOrEqual(48);
  });

  it('leaves a bank account ten days', () => {
    const shortest = Math.min(
      ...hours.map(
        (at) =>
          startOfDayIn(NEW_YORK, earliestChargeDay(at, NEW_YORK, 'bank')).getTime() +
          7 * HOUR_MS -
          at.getTime(),
      ),
    );
    expect(shortest / HOUR_MS).toBeGreaterThanOrEqual(240);
  });
});
