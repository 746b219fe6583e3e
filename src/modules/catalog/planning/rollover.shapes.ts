import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';
import { DAY_RULES } from './moved-day.ts';
import { priceRuleShape } from './price-rule.shapes.ts';
import { DAY_GROUPS, type DayGroup } from './rollover.states.ts';

/** `route:12` or `type:full`: what a rule, a tick or a typed value is about. */
export const refShape = z.string().regex(/^[a-z_]{1,20}:[a-z0-9_]{1,20}$/);

/** The most rules for a school, a program, a route or a type. */
const MOST_RULES = 500;

const ruleShape = z.enum(DAY_RULES);
const rules = Object.fromEntries(DAY_GROUPS.map((group) => [group, ruleShape]));
const daysShape = z.object(rules as Record<DayGroup, typeof ruleShape>);

export const settingsShape = z.object({
  name: requiredText(100),
  text: requiredText(),
  days: daysShape,
  prices: z.object({
    all: priceRuleShape.nullable(),
    of: z.array(z.object({ ref: refShape, rule: priceRuleShape.nullable() })).max(MOST_RULES),
    also: z.array(z.enum(['discount', 'surcharge'])),
  }),
});
