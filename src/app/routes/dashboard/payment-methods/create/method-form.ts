import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { fieldName } from '#kit/endpoint/field-labels.ts';
import { personName } from '#kit/rules/fields.ts';
import { bankMethodShape } from '#modules/billing/methods/methods.shapes.ts';
import { ApiError } from '#app/api/api-error.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { cardResolver } from '#app/payments/card-form.ts';

export type OfGroup = {
  program_group_id: string;
  is_default: boolean;
};

export const noGroup: OfGroup = { program_group_id: '', is_default: false };

/** Both forms require the program group (contracts.md §5). */
function withGroup<V extends FieldValues, O>(
  inner: Resolver<V, unknown, O>,
): Resolver<V & OfGroup, unknown, O & OfGroup> {
  return (async (values: V & OfGroup, context: unknown, options: never) => {
    const { program_group_id, is_default } = values;
    const { values: checked, errors } = await inner(values, context, options);
    const ofGroup = program_group_id
      ? {}
      : {
          program_group_id: {
            type: 'required',
            message: m.server_field_required({ field: fieldName(['program_group_id']) }),
          },
        };
    const all = { ...errors, ...ofGroup };
    return Object.keys(all).length > 0
      ? { values: {}, errors: all }
      : { values: { ...checked, program_group_id, is_default }, errors: {} };
  }) as never;
}

export const cardMethodResolver = (...today: Parameters<typeof cardResolver>) =>
  withGroup(cardResolver(...today));

/** The box authorizes debits of the account (reliability 3.1). */
export type WithTerms = { ach_terms: boolean };

export function withTerms<V extends FieldValues, O>(
  inner: Resolver<V, unknown, O>,
): Resolver<V & WithTerms, unknown, O> {
  return (async (values: V & WithTerms, context: unknown, options: never) => {
    const { values: checked, errors } = await inner(values, context, options);
    if (values.ach_terms) return { values: checked, errors };
    const missing = {
      type: 'required',
      message: m.server_field_required({ field: fieldName(['ach_terms']) }),
    };
    return { values: {}, errors: { ...errors, ach_terms: missing } };
  }) as never;
}

const holderResolver = withGroup(schemaResolver(z.object({ name: personName() })));

/** The processor's fields hold the numbers; the portal holds the holder's name (S20). */
export const hostedCardResolver = holderResolver;
export const hostedBankResolver = withTerms(holderResolver);

export const bankMethodResolver = withTerms(withGroup(schemaResolver(bankMethodShape)));

/** Fields by their names, and the first general sentence (contracts.md §8). */
export function forMethodForm(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { field_errors, errors } = error.data;
  const bare = Object.entries(field_errors ?? {}).map(([name, sentences]) => [
    name.replace(/^(cc|ach)\./, ''),
    sentences,
  ]);
  return new ApiError(error.status, error.statusText, {
    ...error.data,
    errors: errors.slice(0, 1),
    field_errors: Object.fromEntries(bare),
  });
}
