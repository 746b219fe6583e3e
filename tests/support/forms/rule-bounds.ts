import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';

/** The sentences that a form shows under `field` for a value. */
export async function sentences(schema: z.ZodType, value: unknown): Promise<string[]> {
  const result = await z.object({ field: schema }).safeParseAsync({ field: value }, { reportInput: true });
  return result.success ? [] : (fieldErrorsOf(result.error.issues).field ?? []);
}

/** How a value reads in a title: a long text by its length. */
function shown(value: unknown): string {
  if (typeof value === 'string' && value.length > 40)
    return `${value.length} characters from ${value.slice(0, 12)}…`;
  return JSON.stringify(value) ?? String(value);
}

type Bounds = { takes: readonly unknown[]; refuses: readonly unknown[]; says: string };

/** One rule at its bounds: each value that it takes, and each that it refuses with its first sentence. */
export function bounds(rule: string, schema: z.ZodType, { takes, refuses, says }: Bounds): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is the rule's own
  describe(rule, () => {
    it.each(takes.map((value) => [shown(value), value]))('takes %s', async (_, value) => {
      expect(await sentences(schema, value)).toEqual([]);
    });
    it.each(refuses.map((value) => [shown(value), value]))(`refuses %s: ${says}`, async (_, value) => {
      expect((await sentences(schema, value))[0]).toBe(says);
    });
  });
}
