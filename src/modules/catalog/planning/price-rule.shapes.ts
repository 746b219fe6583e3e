import { z } from 'zod';
import { PRICE_UNITS } from './price-rule.ts';

/** Thousandths of a percent, or cents. */
const MOST_BY = 100_000_000;

export const priceRuleShape = z.object({
  by: z.object({
    kind: z.enum(['percent', 'amount']),
    value: z.number().int().min(-MOST_BY).max(MOST_BY),
  }),
  /** cents */
  unit: z.literal(PRICE_UNITS),
});
