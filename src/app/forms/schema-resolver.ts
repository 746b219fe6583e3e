import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldsOf } from '#kit/endpoint/field-labels.ts';
import { sentenceOf } from '#kit/endpoint/field-messages.ts';

type Issue = Parameters<typeof sentenceOf>[0];

/**
 * Checks a form with the server's own schema, with the catalog's messages (accounts.md §5).
 * @param owner  whose fields these are, where it matters for their labels
 */
export function schemaResolver<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  owner?: FieldsOf,
): Resolver<I, unknown, O> {
  return zodResolver(
    schema as never,
    {
      reportInput: true,
      error: (issue: { path?: PropertyKey[] }) =>
        sentenceOf({ ...issue, path: issue.path ?? [] } as Issue, owner),
    } as never,
  ) as unknown as Resolver<I, unknown, O>;
}
