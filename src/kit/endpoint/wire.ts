import { z } from 'zod';
import { onlyWith } from './right.ts';
import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';

/** The id of a row in a path, a query or a body. Paths carry text: ids are coerced. */
export const idShape = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** How often an object was written; the column has room for one write more. */
export const versionShape = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 2);

export const byId = z.object({ id: idShape });

/** The headers of a call that needs an Idempotency-Key, and is executed once for each key (OF8.7). */
export const keyHeaders = z.object({ 'idempotency-key': z.string().min(1).max(255) });

/** The headers of a call executed once for each Idempotency-Key, and each time without one (O3). */
export const onceHeaders = keyHeaders.partial();

/**
 * The version that the writer of a record has read; another one is refused with the present record (MD5,
 * OF0.20). The specified calls have none: they overwrite the present state.
 */
export const seenVersion = { version: versionShape.optional() };

export const dayShape = z
  .custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value))
  .meta({
    type: 'string',
    format: 'date',
  });

export const instantShape = z.iso.datetime();

/**
 * Dollars as a plain JSON number with at most two decimals (C1). An answer to staff without the right `money`
 * leaves the field out (OF8.3).
 */
export const dollarsShape = onlyWith('money', z.number());

/** A percent number: `3`, `7.5` (C1). */
export const percentShape = z.number();

/** An amount under a name ending in `_cents` (C1); cut as dollars are. */
export const centsShape = onlyWith('money', z.number().int().brand<'cents'>());

/** Thousandths of a percent (C1). */
export const milliPercentShape = z.number().int().brand<'milli-percent'>();
