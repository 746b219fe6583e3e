import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLocalTime } from '#kit/local-time.ts';
import { isPlainDate, plainDate } from '#kit/plain-date.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { movedDay, movedTime, type DayRule } from './moved-day.ts';

const page = readFileSync(new URL('../../../../docs/domain/price-changes.md', import.meta.url), 'utf8');
const columns = ['old', 'same date', 'same weekday', 'stays'] as const;
const examples = readTable(page, 'Days of the next season', columns);

const RULES: Record<(typeof columns)[number], DayRule | undefined> = {
  old: undefined,
  'same date': 'same_date',
  'same weekday': 'same_weekday',
  stays: 'stays',
};

/** @shows SE9.4 */
it.each(examples)('$old moves to the next season by each rule', (row) => {
  for (const column of columns) {
    const rule = RULES[column];
    if (!rule) continue;
    const old = row.old!;
    const moved = isPlainDate(old) ? movedDay(plainDate(old), rule) : movedTime(old, rule);
    expect(moved).toBe(row[column]);
    expect(isPlainDate(moved) || isLocalTime(moved)).toBe(true);
  }
});
