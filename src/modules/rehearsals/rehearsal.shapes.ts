import { z } from 'zod';
import { dayShape, idShape } from '#kit/endpoint/wire.ts';

export const FAMILIES = { least: 10, most: 2_000 } as const;
export const CHILDREN = { least: 1, most: 5 } as const;
export const MOST_SEED = 999_999_999;

const countOf = (least: number, most: number) => z.number().int().min(least).max(most);

const share = () => countOf(0, 100);

/** Of a hundred: families, but `aid` and `cancels`, which are of a hundred contracts. */
export const SHARES = ['bank', 'in_full', 'declines', 'returns', 'aid', 'cancels'] as const;
export type Share = (typeof SHARES)[number];

/** What staff choose for a rehearsal (RP5.1). */
export const rehearsalSettingsShape = z.object({
  period_id: idShape,
  families: countOf(FAMILIES.least, FAMILIES.most),
  /** of each family */
  children: countOf(CHILDREN.least, CHILDREN.most),
  seed: countOf(0, MOST_SEED),
  /** pay by bank account; the others by card */
  bank: share(),
  /** pay in full; the others in scheduled payments */
  in_full: share(),
  /** of families that pay by card: the card is declined */
  declines: share(),
  /** of families that pay by bank account: the bank returns the debit */
  returns: share(),
  aid: share(),
  cancels: share(),
});
export type RehearsalSettings = z.output<typeof rehearsalSettingsShape>;

/** How far a rehearsal has come: the day that was played, and families and contracts so far. */
export const progressShape = z.object({
  day: dayShape,
  from: dayShape,
  thru: dayShape,
  families: z.number().int(),
  contracts: z.number().int(),
});
export type Progress = z.output<typeof progressShape>;
