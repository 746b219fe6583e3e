import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { writeAudit, type AuditEntry } from '#platform/audit/audit.ts';
import { changesOf, type ChangedField, type Row } from '#platform/db/save-row.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import { textHash } from '#platform/html/text-hash.ts';
import { objectOf, type ObjectKind } from './catalog-objects.ts';
import { catalogRules } from './catalog-rules.ts';
import { fieldsOfFormat, type CatalogObject } from './object.ts';
import * as rows from './objects.queries.ts';
import { idOf, remember, type Saving } from './saving.service.ts';

export type ObjectChange = {
  kind: ObjectKind;
  /** left out, the natural key finds the object; if there is none, the object is added */
  id?: number;
  parent_id?: number;
  position?: number;
  /** of the object's shape, checked; fields left out stay */
  fields?: Row;
  /** columns that no field writes */
  row?: Row;
  /** the id of an added object, drawn by a transaction that was rolled back */
  drawn_id?: number;
};

export type SavedObject = {
  id: number;
  change: 'added' | 'changed' | 'unchanged';
  fields: readonly ChangedField[];
  /** what staff have set by hand and a season file would change; it stays (MP7) */
  kept: readonly ChangedField[];
  /** rules that the present rows forbid to break; nothing is written then */
  broken: readonly BrokenAt[];
};

/**
 * Writes an object of the catalog; no other code does, but for the counters of seats and uses. Reads the row,
 * checks it, writes what differs, and leaves an audit row with before and after if staff write. The database
 * raises the version of the catalog with each write (decision 52).
 * @throws not_found    for an unknown id
 * @throws rule_broken  if staff break a rule; others are told by `broken`
 */
export async function saveObject(saving: Saving, change: ObjectChange): Promise<SavedObject> {
  const { tx, by } = saving;
  const { kind, id } = change;
  const values = await valuesOf(saving, change);
  const same = id === undefined ? sameKey(kind, values) : { values: { id } };
  const before = await rows.lockObject(tx, kind, same);
  if (!before) {
    if (id !== undefined) throw new Refusal(catalogRefusals.not_found);
    const added = await rows.insertObject(tx, kind, { ...values, id: change.drawn_id });
    await audit(saving, change, { id: Number(added.id), fields: changesOf({}, values) });
    remember(saving, kind, added);
    return { id: Number(added.id), change: 'added', fields: [], kept: [], broken: [] };
  }
  const wanted = changesOf(before, values);
  const kept = await setByStaff(saving, { kind, id: Number(before.id) }, wanted);
  const found = { id: Number(before.id), kept, broken: [] };
  const fields = wanted.filter((changed) => !kept.includes(changed));
  const changes = fields.length > 0 ? [...fields, ...nextVersion(before)] : [];
  const broken = fields.length === 0 ? [] : await brokenBy(saving, kind, { before, values });
  if (by && broken.length > 0) throw refusalOf(broken);
  if (broken.length > 0) return { ...found, change: 'unchanged', fields: [], broken };
  if (changes.length > 0) await rows.updateObject(tx, { kind, same, changes });
  await audit(saving, change, { id: found.id, fields: changes });
  return { ...found, change: fields.length > 0 ? 'changed' : 'unchanged', fields };
}

/**
 * By the audit log: staff have set a value that still stands. Staff themselves and an import that replaces
 * such values keep none (MP7).
 */
async function setByStaff(
  { tx, by, replacesStaff }: Saving,
  { kind, id }: { kind: ObjectKind; id: number },
  wanted: readonly ChangedField[],
): Promise<readonly ChangedField[]> {
  if (by || replacesStaff || wanted.length === 0) return [];
  const set: Row = Object.assign({}, ...(await rows.listStaffDetails(tx, subjectOf(kind, id))));
  const stands = ({ field, from }: ChangedField) => set[field] === logged(objectOf(kind), field, from);
  return wanted.filter((changed) => changed.field in set && stands(changed));
}

const nextVersion = ({ version }: Row): ChangedField[] =>
  typeof version === 'number' ? [{ field: 'version', from: version, to: version + 1 }] : [];

/** The columns that a change gives, by name. */
async function valuesOf(saving: Saving, change: ObjectChange): Promise<Row> {
  const { kind, fields = {}, row = {}, parent_id, position } = change;
  const parent = rows.parentColumn(kind);
  const values: Row = { ...row };
  if (parent && parent_id !== undefined) values[parent] = parent_id;
  if (position !== undefined && rows.hasColumn(kind, 'position')) values.position = position;
  const html = fieldsOfFormat(objectOf(kind), 'html');
  for (const [field, value] of Object.entries(fields)) {
    const column = rows.columnOf(kind, field);
    invariant(column, `${kind} stores ${field}`);
    const referred = objectOf(kind).refersTo[field];
    if (referred) values[column] = await idOf(saving, referred, value as string);
    else values[column] = html.includes(field) ? sanitizeIfAny(value as string | null) : value;
  }
  return values;
}

function sameKey(kind: ObjectKind, values: Row): rows.Same {
  const { key } = objectOf(kind);
  if (!key) return { values: { only_row: true } };
  const column = rows.columnOf(kind, key.field)!;
  const parent = key.isUniqueEverywhere ? undefined : rows.parentColumn(kind);
  return {
    values: { [column]: values[column], ...(parent && { [parent]: values[parent] }) },
    folded: key.ignoresCase ? key.field : undefined,
  };
}

type Facts = { before: Row; values: Row };

async function brokenBy(
  { tx, now }: Saving,
  kind: ObjectKind,
  { before, values }: Facts,
): Promise<BrokenAt[]> {
  if (kind === 'route' && isLower(values.capacity, before.capacity)) {
    // O9: what is sold, held and offered stays.
    const kept = await rows.countKept(tx, before.id as number, now);
    const seats = { sold: before.seats_taken as number, ...kept };
    if (Number(values.capacity) < seats.sold + seats.held + seats.offered)
      return [{ path: ['capacity'], params: catalogRules.capacity_promised(seats) }];
  }
  if (kind === 'aid_code' && isLower(values.max_uses, before.uses))
    return [{ path: ['max_uses'], params: catalogRules.uses_taken(before.uses as number) }];
  return [];
}

const isLower = (limit: unknown, than: unknown) =>
  typeof limit === 'number' && (than === null || limit < Number(than));

function refusalOf(broken: SavedObject['broken']) {
  const issues = broken.map((at) => ({ code: 'custom' as const, message: at.params.rule, ...at }));
  return new Refusal(catalogRefusals.rule_broken, { field_errors: fieldErrorsOf(issues) });
}

/** The audit log calls an object by its table. */
const SUBJECTS: Partial<Record<ObjectKind, string>> = {
  aid_code: 'financial_aid_code',
  period_group: 'period_program_group',
};

export const subjectOf = (kind: ObjectKind, id: number): string => `${SUBJECTS[kind] ?? kind}:${id}`;

async function audit(
  { tx, now, by }: Saving,
  { kind }: ObjectChange,
  { id, fields }: Pick<SavedObject, 'id' | 'fields'>,
): Promise<void> {
  if (!by) return;
  await writeAudit(tx, now, by.staff, {
    action: by.action,
    subject: subjectOf(kind, id),
    detail: detailOf(objectOf(kind), fields),
  });
}

/** As the audit log has a value: of a long text the hash. */
function logged(object: CatalogObject, field: string, value: unknown): unknown {
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
