import { sql, type SQL } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';
import type { Cents, MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

/** A generated row id. */
export const rowId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** A reference to a row id; add `.references(...)`. */
export const rowRef = () => bigint({ mode: 'number' });

/** Whole cents; the column's name ends in `_cents`. */
export const centsColumn = () => bigint({ mode: 'number' }).$type<Cents>();

/** Thousandths of a percent; the column's name ends in `_milli_percent`. */
export const rateColumn = () => bigint({ mode: 'number' }).$type<MilliPercent>();

/** An instant; the column's name ends in `_at`. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** A calendar day, read and written as `YYYY-MM-DD`. */
export const day = customType<{ data: PlainDate; driverData: string }>({ dataType: () => 'date' });

/** Raw bytes, for hashes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A list of states for the condition of an index or a check, where no parameter can stand. */
export const listed = (states: readonly string[]): SQL =>
  sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);
