import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

/** The gravest first (SE5.2). */
export const EFFECT_KINDS = [
  'closes',
  'gap',
  'withdrawn',
  'carts',
  'price',
  'price_later',
  'plan',
  'discount',
  'fee',
  'aid',
  'addon',
  'seats',
  'offers',
  'printed',
  'text',
  'rule',
  'offered',
  'opens',
  'renamed',
  'seen',
  'files',
] as const;

export type EffectKind = (typeof EFFECT_KINDS)[number];

export type Subject = { kind: ObjectKind; id: number; name: string };

/** The object of an effect, with its place in words. */
export type Named = { place: string; subject: Subject };

/** What a change set changes for families. */
export type FoundEffect = {
  kind: EffectKind;
  subject: Subject;
  /** @param withAmounts  false for a reader without the right money */
  say: (withAmounts: boolean) => string;
  /** how many families, children or papers; null if the sentence counts nothing */
  n?: number;
  /** orders effects of one kind, the largest first */
  weight?: number;
  /**
   * What a save depends on in place of the sentence; null: nothing. For sentences with numbers that families
   * change (decision 171).
   */
  agreed?: string | null;
};

export function byGravity(a: FoundEffect, b: FoundEffect): number {
  const rank = ({ kind }: FoundEffect) => EFFECT_KINDS.indexOf(kind);
  return rank(a) - rank(b) || (b.weight ?? b.n ?? 0) - (a.weight ?? a.n ?? 0);
}
