import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldsOf } from '#kit/endpoint/field-labels.ts';
import { sentenceOf } from '#kit/endpoint/field-messages.ts';

type Issue = Parameters<typeof sentenceOf>[0];

/**
 * Checks with the server's schema and the messages of the catalog (accounts.md §5).
 * @param owner  the owner of the fields, for labels
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
