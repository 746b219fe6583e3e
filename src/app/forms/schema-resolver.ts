import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { sentenceOf } from '#kit/endpoint/field-messages.ts';

type Issue = Parameters<typeof sentenceOf>[0];

/** Checks a form with the server's own schema, with the catalog's messages (accounts.md §5). */
export function schemaResolver<I extends FieldValues, O>(schema: z.ZodType<O, I>): Resolver<I, unknown, O> {
  return zodResolver(
    schema as never,
    {
      reportInput: true,
      error: (issue: { path?: PropertyKey[] }) => sentenceOf({ ...issue, path: issue.path ?? [] } as Issue),
    } as never,
  ) as unknown as Resolver<I, unknown, O>;
}
