import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { fieldsOfFormat, type CatalogObject } from '#modules/catalog/objects/object.ts';
import type { AuditEntry } from '#platform/audit/audit.ts';
import type { ChangedField } from '#platform/db/save-row.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { Difference } from './write-objects.service.ts';

/** The audit log calls an object by its table. */
const SUBJECTS: Partial<Record<ObjectKind, string>> = {
  aid_code: 'financial_aid_code',
  period_group: 'period_program_group',
};

export const subjectOf = (kind: ObjectKind, id: number): string => `${SUBJECTS[kind] ?? kind}:${id}`;

/** @param action  in place of the action of the operation, such as `catalog.end` */
export function auditEntryOf(
  { kind, id, op, fields, before, after }: Difference,
  action?: string,
): AuditEntry {
  const version = { field: 'version', from: before?.version, to: after?.version };
  const changed = before && after ? [...fields, version] : fields;
  return {
    action: action ?? `catalog.${op}`,
    subject: subjectOf(kind, id),
    detail: detailOf(objectOf(kind), changed),
  };
}

/** As the audit log has a value: of a long text the hash. */
export function logged(object: CatalogObject, field: string, value: unknown): unknown {
  if (typeof value === 'string')
    return fieldsOfFormat(object, 'html').includes(field) ? textHash(value) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : value && JSON.stringify(value);
}

/** Before and after by column; of a secret nothing. */
function detailOf(object: CatalogObject, fields: readonly ChangedField[]): AuditEntry['detail'] {
  const detail = fields
    .filter(({ field }) => field !== object.secret)
    .flatMap(({ field, from, to }) => [
      [field, logged(object, field, to)],
      ...(from === undefined ? [] : [[`${field}_before`, logged(object, field, from)]]),
    ]);
  return Object.fromEntries(detail) as AuditEntry['detail'];
}
