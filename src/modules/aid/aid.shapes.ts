import { z } from 'zod';
import { idShape, versionShape } from '#kit/endpoint/wire.ts';
import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { optionalEmail, optionalText, personName, requiredText } from '#kit/rules/fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { AWARD_KINDS } from './award.states.ts';

export const NOTE_MAX = 500;
const LEAST_CENTS = 100;
const MOST_CENTS = 10_000_000;
const WHOLE = 100_000;

/** The most awards of one paste (OF7.7). */
export const MANY_MAX = 500;

const plainDay = () =>
  z
    .custom<PlainDate>((value) => typeof value === 'string' && isPlainDate(value))
    .meta({ type: 'string', format: 'date' });

const fields = {
  first_name: personName(),
  last_name: personName(),
  grade_text: optionalText(60),
  /** the family pays this for the year, or this is off the price; none for a share */
  amount_cents: z.number().int().min(LEAST_CENTS).max(MOST_CENTS).brand<'cents'>().nullable(),
  /** of the price; none for a sum */
  milli_percent: z.number().int().min(1).max(WHOLE).brand<'milli-percent'>().nullable(),
  kind: z.enum(AWARD_KINDS),
  note: optionalText(NOTE_MAX),
  expires_on: plainDay().nullish(),
  needs_confirmation: z.boolean().default(false),
  date_of_birth: plainDay().nullish(),
  contact_email: optionalEmail(),
};

type Sums = { kind: string; amount_cents: number | null; milli_percent: number | null };

/** A share has a percent, the others a sum. */
const hasOneSum = ({ kind, amount_cents, milli_percent }: Sums) =>
  kind === 'share'
    ? milli_percent !== null && amount_cents === null
    : amount_cents !== null && milli_percent === null;

const oneSum = { path: ['amount_cents'], params: { rule: 'required' }, when: isObject };

export const awardFieldsShape = z.object(fields).refine(hasOneSum, oneSum);
export type AwardFields = z.output<typeof awardFieldsShape>;

export const newAwardsShape = z.object({
  period_id: idShape,
  program_group_id: idShape,
  awards: z.array(awardFieldsShape).min(1).max(MANY_MAX),
  /** for who may award above the budget (OF7.6) */
  is_above_budget: z.boolean().optional(),
});
export type NewAwards = z.output<typeof newAwardsShape>;

export const changedAwardShape = z
  .object({ ...fields, version: versionShape, is_above_budget: z.boolean().optional() })
  .refine(hasOneSum, oneSum);
export type ChangedAward = z.output<typeof changedAwardShape>;

export const endAwardShape = z.object({ reason: requiredText(NOTE_MAX), version: versionShape });

export const linkAwardShape = z.object({ student_id: idShape, version: versionShape });

export const budgetShape = z.object({
  /** null: no limit */
  amount_cents: z.number().int().min(0).max(1_000_000_000).brand<'cents'>().nullable(),
  version: versionShape,
});
