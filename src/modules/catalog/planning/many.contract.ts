import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { changeShape, MOST_CHANGES } from '#modules/catalog/changes/changes.contract.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { LEFT_OUT, MANY_KINDS, PART_KINDS } from './many-changes.ts';
import { PRICE_TYPES } from './node-prices.ts';
import { priceRuleShape } from './price-rule.shapes.ts';

/** The most acts of one plan. */
export const MOST_ACTS = 20;

const partKind = z.enum(PART_KINDS);
const nameShape = requiredText();
/** in the shape of the season file; checked with the changes (SE3.2) */
const fieldsShape = z.record(z.string().max(100), z.unknown());
const daysShape = z.number().int().min(-1_000).max(1_000);

export const actShape = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('price'),
    of: z.array(z.enum(PRICE_TYPES)).min(1),
    /** of terms, add-ons and discounts; empty: all */
    names: z.array(nameShape).max(200),
    rule: priceRuleShape,
  }),
  z.object({
    act: z.literal('window'),
    from_dt: dayShape.nullable().optional(),
    thru_dt: dayShape.nullable().optional(),
  }),
  z.object({ act: z.literal('move_window'), from_days: daysShape, thru_days: daysShape }),
  z.object({ act: z.literal('scheduled_day'), scheduled_dt: dayShape }),
  z.object({ act: z.literal('add'), kind: partKind, fields: fieldsShape }),
  z.object({ act: z.literal('change'), kind: partKind, name: nameShape, fields: fieldsShape }),
  z.object({ act: z.literal('end'), kind: partKind, name: nameShape }),
  z.object({
    act: z.literal('capacity'),
    by: z.enum(['set', 'plus', 'minus']),
    seats: z.number().int().min(0).max(100_000),
  }),
  z.object({ act: z.literal('no_limit') }),
  z.object({ act: z.literal('set'), fields: fieldsShape }),
]);

export const manyShape = z.object({
  /** for `POST /admin/catalog/changes`; without the right money, prices stay */
  changes: z.array(changeShape),
  rows: z.array(
    z.object({
      change: z.number().int(),
      id: idShape,
      kind: z.enum(OBJECT_KINDS),
      /** from the school down */
      names: z.array(z.string()),
      field: z.string(),
      old: z.unknown(),
      value: z.unknown(),
    }),
  ),
  left_out: z.array(
    z.object({ act: z.number().int(), id: idShape, name: z.string(), reason: z.enum(LEFT_OUT) }),
  ),
});
export type ManyAnswer = z.output<typeof manyShape>;

export const planMany = endpoint({
  name: 'planManyChanges',
  summary: 'What acts on many routes, programs or schools of a season change; writes nothing (SE12.2)',
  method: 'POST',
  path: '/admin/seasons/:id/many',
  guard: { right: 'season_write' },
  params: byId,
  body: z.object({
    kind: z.enum(MANY_KINDS),
    ids: z.array(idShape).min(1).max(MOST_CHANGES),
    acts: z.array(actShape).min(1).max(MOST_ACTS),
  }),
  item: manyShape,
  refusals: [catalogRefusals.not_found],
});
export type SentAct = z.input<typeof actShape>;
