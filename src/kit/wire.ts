import { z } from 'zod';
import { cents, centsFromDollars, toDollars, toPercent, type Cents, type MilliPercent } from './money.ts';
import { isPlainDate, type PlainDate } from './plain-date.ts';

/** A row's id. Path parameters arrive as text, hence the coercion. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A plain date as it travels: `YYYY-MM-DD`. */
export const wireDate = z.string().refine((text): text is PlainDate => isPlainDate(text));

/** An instant as it travels: ISO 8601 in UTC. */
export const wireInstant = z.iso.datetime();

/** Dollars as the specifications carry them: a plain JSON number, at most two decimals (C1). */
export const wireDollars = z.number().multipleOf(0.01);

/** Cents under a name that ends in `_cents` (C1). */
export const wireCents = z.number().int().transform(cents);

export const dollarsToCents = (dollars: number): Cents => centsFromDollars(dollars);
export const centsToDollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));
export const rateToPercent = (rate: MilliPercent | null): number | null => (rate === null ? null : toPercent(rate));
