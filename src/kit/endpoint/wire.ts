import { z } from 'zod';
import type { Cents, MilliPercent } from '#kit/money.ts';
import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';

/** A row's id in a path, a query or a body. Paths carry text, hence the coercion. */
export const idShape = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The path of a call about one row. */
export const byId = z.object({ id: idShape });

/** How many rows a list of the back office answers at once; the answer says where the next page begins. */
export const PAGE_SIZE = 50;

/** Where the last page of a list ended, as that page said it: at the longest names, encoded. */
export const cursorShape = z.string().max(5000).optional();

/** The headers of a call that happens once for each Idempotency-Key, however often it is sent (O3). */
export const onceHeaders = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() });

/** A calendar day as it travels in answers: `YYYY-MM-DD`. */
export const dayShape = z
  .custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value))
  .meta({
    type: 'string',
    format: 'date',
  });

/** An instant as it travels: ISO 8601 in UTC. */
export const instantShape = z.iso.datetime();

/** Dollars as the specifications carry them: a plain JSON number with at most two decimals (C1). */
export const dollarsShape = z.number();

/** A percent number as the specifications carry it: `3`, `7.5` (C1). */
export const percentShape = z.number();

/** A value of an amount under a name that ends in `_cents` (C1). */
export const centsShape = z.number().int() as unknown as z.ZodType<Cents, number>;

/** Thousandths of a percent (C1). */
export const milliPercentShape = z.number().int() as unknown as z.ZodType<MilliPercent, number>;
