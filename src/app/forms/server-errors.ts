import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';

/** `first name` and `first_name` are the same field (contracts.md §8). */
function fieldOf(fieldPath: string): string {
  return fieldPath.trim().toLowerCase().replaceAll(' ', '_');
}

type Sorted = { fields: { name: string; message: string }[]; general: string[] };

/** @param known  the names of the form's fields; errors of other fields are general */
export function sortServerErrors(error: unknown, known: readonly string[]): Sorted {
  const byField = error instanceof ApiError ? (error.data.field_errors ?? {}) : {};
  const fields: Sorted['fields'] = [];
  const general: string[] = [];
  for (const [fieldPath, messages] of Object.entries(byField)) {
    const name = fieldOf(fieldPath);
    const first = messages[0];
    if (!first) continue;
    if (known.includes(name)) fields.push({ name, message: first });
    else general.push(first);
  }
  if (fields.length === 0 && general.length === 0) general.push(...sentencesOf(error));
  return { fields, general };
}

export function isExplainedByFields(error: unknown, known: readonly string[]): boolean {
  return sortServerErrors(error, known).general.length === 0;
}

export function showServerErrors<V extends FieldValues>(
  form: UseFormReturn<V, unknown, any>,
  error: unknown,
): void {
  const known = Object.keys(form.getValues());
  const { fields, general } = sortServerErrors(error, known);
  for (const [place, { name, message }] of fields.entries()) {
    // A general error focuses the box above the form, other errors the first wrong field.
    form.setError(
      name as FieldPath<V>,
      { type: 'server', message },
      { shouldFocus: place === 0 && general.length === 0 },
    );
  }
  if (general.length > 0) form.setError('root.server', { type: 'server', message: general.join('\n') });
}
