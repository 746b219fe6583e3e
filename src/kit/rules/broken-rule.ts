import type { z } from 'zod';

/** Names another field in a sentence: the key in a file, or the label on a screen. */
export type NameOf = (field: string) => string;

/** The sentence has no subject: a place of a file or the label of a field comes before. */
export type BrokenRule = { rule: string; say: (named: NameOf) => string };

/** A broken rule with the path of the value, in the form of an issue of Zod. */
export type BrokenAt = { path: PropertyKey[]; params: BrokenRule };

export const brokenRule = (rule: string, say: BrokenRule['say']): BrokenRule => ({ rule, say });

/** @returns undefined for an issue of the rules of `rule.ts` or of Zod */
export function brokenRuleOf(issue: z.core.$ZodIssue): BrokenRule | undefined {
  const { rule, say } = (issue.code === 'custom' && issue.params) || {};
  return typeof say === 'function' ? { rule, say } : undefined;
}
