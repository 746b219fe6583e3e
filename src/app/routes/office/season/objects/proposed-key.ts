import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { listObjects } from '#modules/catalog/changes/object-list.contract.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { useItems } from '#app/api/use-items.ts';
import type { FormField, TypedFields } from './typed-fields.ts';
import type { Opened } from './use-opened-object.ts';

/** The key of season files and addresses: small letters, digits and dashes. */
export const keyOf = (...texts: string[]): string =>
  texts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The field with the name that families read, of kinds whose key is proposed from the name. */
const NAMED_BY: Partial<Record<ObjectKind, 'text' | 'name'>> = {
  program_group: 'text',
  program: 'text',
  payment_term: 'name',
  addon: 'text',
};

/** People begin with the name: of a new object, the name stands before the key. */
export function nameFirst(kind: ObjectKind, fields: readonly FormField[]): FormField[] {
  const first = [NAMED_BY[kind], NAMED_BY[kind] && objectOf(kind).key?.field];
  const placeOf = ({ name }: FormField) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The key of a new object follows the name until somebody types a key. A program has its school's before. */
export function useProposedKey({ kind, id, parent }: Opened, form: UseFormReturn<TypedFields>): void {
  const named = id === undefined ? NAMED_BY[kind] : undefined;
  const schools = useItems(
    listObjects,
    { params: { kind: 'program_group' }, query: {} },
    { enabled: named !== undefined && kind === 'program' },
  );
  const school = kind === 'program' ? schools.data?.find((one) => one.id === parent)?.name : undefined;
  const text = useWatch({ control: form.control, name: named ?? 'text', disabled: !named });
  const field = objectOf(kind).key?.field;
  useEffect(() => {
    if (!named || !field || typeof text !== 'string' || form.getFieldState(field).isDirty) return;
    form.setValue(field, text.trim() === '' ? '' : keyOf(...(school ? [school] : []), text));
  }, [form, field, named, school, text]);
}
