import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';

/** A field in the form's spelling: `first name` and `first_name` are the same (contracts.md §8). */
function fieldOf(fieldPath: string): string {
  return fieldPath.trim().toLowerCase().replaceAll(' ', '_');
}

type Sorted = { fields: { name: string; message: string }[]; general: string[] };

/**
 * Sorts what a failed call said into errors of fields that the form has, and general ones.
 * @param known  the names of the form's fields; an error of any other field is general
 */
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

/** Whether each thing that the server said stands under a field of the form. */
export function isExplainedByFields(error: unknown, known: readonly string[]): boolean {
  return sortServerErrors(error, known).general.length === 0;
}

/** Puts the server's errors on the form: on the field by name, else as the form's general error. */
export function showServerErrors<V extends FieldValues>(
  form: UseFormReturn<V, unknown, any>,
  error: unknown,
): void {
  const known = Object.keys(form.getValues());
  const { fields, general } = sortServerErrors(error, known);
  for (const [place, { name, message }] of fields.entries()) {
    // A general error takes the focus to the box above the form; otherwise the first field at fault has it.
    form.setError(
      name as FieldPath<V>,
      { type: 'server', message },
      { shouldFocus: place === 0 && general.length === 0 },
    );
  }
  if (general.length > 0) form.setError('root.server', { type: 'server', message: general.join('\n') });
}
