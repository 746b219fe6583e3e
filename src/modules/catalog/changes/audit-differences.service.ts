import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { hasFormat, type CatalogObject } from '#modules/catalog/objects/object.ts';
import type { AuditEntry, AuditFields } from '#platform/audit/audit.ts';
import type { ChangedField } from '#platform/db/save-row.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { StoredRow } from './working-objects.service.ts';
import type { Difference } from './write-objects.service.ts';

/** The audit log calls an object by its table. */
const SUBJECTS: Partial<Record<ObjectKind, string>> = {
  aid_code: 'financial_aid_code',
  period_group: 'period_program_group',
};

export const subjectOf = (kind: ObjectKind, id: number): string => `${SUBJECTS[kind] ?? kind}:${id}`;

const KINDS_BY_SUBJECT = new Map(OBJECT_KINDS.map((kind) => [SUBJECTS[kind] ?? kind, kind]));

/** The kind of an object by the word before the id in a subject of the audit log. */
export const kindOfSubject = (word: string): ObjectKind | undefined => KINDS_BY_SUBJECT.get(word);

type Named = { change_set_id: number; action?: string };

/** @param named.action  in place of the action of the operation, such as `catalog.end` */
export function auditEntryOf(
  { kind, id, op, fields, before, after }: Difference,
  { change_set_id, action }: Named,
): AuditEntry {
  const version = { field: 'version', from: before?.version, to: after?.version };
  const changed = before && after ? [...fields, version] : after ? fields : columnsOf(before!);
  return {
    action: action ?? `catalog.${op}`,
    subject: subjectOf(kind, id),
    detail: { change_set_id },
    ...(before && { before: sideOf(objectOf(kind), changed, 'from') }),
    ...(after && { after: sideOf(objectOf(kind), changed, 'to') }),
  };
}

/** As the audit log has a value: of a long text the hash. */
export function logged(object: CatalogObject, field: string, value: unknown): unknown {
  if (typeof value === 'string') return hasFormat(object, field, 'html') ? textHash(value) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : value && JSON.stringify(value);
}

const columnsOf = ({ id: _, ...row }: StoredRow): ChangedField[] =>
  Object.entries(row).map(([field, from]) => ({ field, from, to: undefined }));

/** The changed columns before or after; of a secret nothing. */
function sideOf(object: CatalogObject, fields: readonly ChangedField[], side: 'from' | 'to'): AuditFields {
  const shown = fields.filter((one) => one.field !== object.secret && one[side] !== undefined);
  return Object.fromEntries(
    shown.map((one) => [one.field, logged(object, one.field, one[side])]),
  ) as AuditFields;
}
