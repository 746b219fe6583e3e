import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { listObjects } from '#modules/catalog/changes/object-list.contract.ts';
import { NAMING, type Naming, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
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

/** The name and the key, of kinds whose key is proposed from the name. */
function proposedOf(kind: ObjectKind): Partial<Naming> {
  const fields = (NAMING as Partial<Record<ObjectKind, Naming>>)[kind];
  return fields?.key ? fields : {};
}

/** People begin with the name: of a new object, the name stands before the key. */
export function nameFirst(kind: ObjectKind, fields: readonly FormField[]): FormField[] {
  const { name: named, key } = proposedOf(kind);
  const first = [named, key];
  const placeOf = ({ name }: FormField) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The key of a new object follows the name until somebody types a key. A program has its school's before. */
export function useProposedKey({ kind, id, parent }: Opened, form: UseFormReturn<TypedFields>): void {
  const { name: named, key: field } = id === undefined ? proposedOf(kind) : {};
  const schools = useItems(
    listObjects,
    { params: { kind: 'program_group' }, query: {} },
    { enabled: named !== undefined && kind === 'program' },
  );
  const school = kind === 'program' ? schools.data?.find((one) => one.id === parent)?.name : undefined;
  const text = useWatch({ control: form.control, name: named ?? 'text', disabled: !named });
  useEffect(() => {
    if (!named || !field || typeof text !== 'string' || form.getFieldState(field).isDirty) return;
    form.setValue(field, text.trim() === '' ? '' : keyOf(...(school ? [school] : []), text));
  }, [form, field, named, school, text]);
}
