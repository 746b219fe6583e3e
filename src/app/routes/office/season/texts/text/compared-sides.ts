import type { TextAnswer } from '#modules/catalog/texts/texts.contract.ts';

/** Stands for the draft as typed; a version has its hash. */
export const DRAFT = 'draft';

/**
 * The draft against the text in force, else the text in force against the version before (SE4.6).
 * @returns undefined where there is nothing to compare
 */
export function defaultSides(
  { html, versions }: Pick<TextAnswer, 'html' | 'versions'>,
  typed: string,
): { before: string; after: string } | undefined {
  const at = versions.findIndex(({ is_in_force }) => is_in_force);
  const inForce = versions[at] ?? versions[0];
  if (!inForce) return undefined;
  if (typed !== html) return { before: inForce.hash, after: DRAFT };
  const before = versions[at + 1];
  return before && { before: before.hash, after: inForce.hash };
}
