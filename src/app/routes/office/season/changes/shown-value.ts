import { m } from '#i18n/messages.js';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { formFieldsOf, sayTyped, toTyped } from '#app/routes/office/season/objects/typed-fields.ts';

/** A value of a season file as the form and the history of the object say the value. */
export function shownValue(kind: ObjectKind, field: string, value: unknown): string {
  if (value === null || value === undefined) return m.office_none();
  const known = formFieldsOf(kind).find(({ name }) => name === field);
  const said = known ? sayTyped(known, toTyped(known, value)) : String(value);
  return said || m.office_none();
}
