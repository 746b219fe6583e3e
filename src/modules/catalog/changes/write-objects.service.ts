import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { fieldsOfFormat } from '#modules/catalog/objects/object.ts';
import {
  columnOf,
  deleteObjects,
  insertObjects,
  isTextColumn,
  updateObjects,
} from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { changesOf, type ChangedField, type Row } from '#platform/db/save-row.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { ChangeOp } from './change.states.ts';
import { endDrafts, insertTextVersions, listTextVersions } from './changes.queries.ts';
import { COMPANY_ID, type StoredRow, type WorkingObjects } from './working-objects.service.ts';

/** An object that a change set leaves otherwise. */
export type Difference = {
  kind: ObjectKind;
  id: number;
  op: ChangeOp;
  before: StoredRow | undefined;
  after: StoredRow | undefined;
  /** without the version */
  fields: readonly ChangedField[];
};

/** What differs between the stored objects and the objects as staged; the version is raised (SE3.6). */
export function differencesOf({ stored, now, touched }: WorkingObjects): Difference[] {
  return [...touched].flatMap(([kind, ids]) =>
    [...ids].flatMap((id): Difference[] => {
      const [before, after] = [stored.get(kind)!.get(id), now.get(kind)!.get(id)];
      if (!before && !after) return [];
      if (!after) return [{ kind, id, op: 'remove', before, after, fields: [] }];
      if (!before)
        return [{ kind, id, op: 'create', before, after, fields: changesOf({}, withoutId(after)) }];
      const fields = changesOf(before, after);
      if (fields.length === 0) return [];
      return [
        { kind, id, op: opOf(fields), before, after: { ...after, version: versionOf(before) + 1 }, fields },
      ];
    }),
  );
}

const versionOf = (row: Row) => Number(row.version);

function withoutId({ id: _id, version: _version, ...row }: StoredRow): Row {
  return row;
}

function opOf(fields: readonly ChangedField[]): ChangeOp {
  if (fields.every(({ field }) => field === 'position')) return 'move';
  const isEnd = fields.every(({ field, to }) => field === 'is_active' && to === false);
  return isEnd ? 'end' : 'update';
}

/** Parents and what is referred to by key come before the rest; a school refers to its current period. */
const IN_ORDER: readonly ObjectKind[] = [
  'company',
  'division',
  'period',
  'program_group',
  'program',
  'grade',
  'period_group',
  'printable',
  'period_program',
  'surcharge',
  'aid_code',
  'route',
  'payment_term',
  'addon',
  'discount',
  'content_block',
  'news_item',
];

/** Objects whose references are given away by an update; they go when nothing refers to them any more. */
const REFERRED: readonly ObjectKind[] = ['division', 'program_group', 'program', 'period'];

const CHANGED: readonly ChangeOp[] = ['update', 'end', 'move'];

/** Writes the differences, with a few statements for each kind. */
export async function writeDifferences(tx: Tx, differences: readonly Difference[]): Promise<void> {
  const of = (kind: ObjectKind, ops: readonly ChangeOp[]) =>
    differences.filter((one) => one.kind === kind && ops.includes(one.op));
  const removeAll = async (kinds: readonly ObjectKind[]) => {
    for (const kind of kinds) {
      const ids = of(kind, ['remove']).map(({ id }) => id);
      if (ids.length > 0) await deleteObjects(tx, kind, ids);
    }
  };
  const lastFirst = IN_ORDER.toReversed();
  await removeAll(lastFirst.filter((kind) => !REFERRED.includes(kind)));
  for (const kind of IN_ORDER) await freeKeys(tx, kind, of(kind, [...CHANGED, 'remove']));
  const changeAll = async (kind: ObjectKind) => {
    const changed = of(kind, CHANGED).map(changedColumns);
    if (changed.length > 0) await updateObjects(tx, kind, changed);
  };
  for (const kind of IN_ORDER) {
    // A school that another row of the season gives up is free before a new row takes the school.
    if (hasReferenceAsKey(kind)) await changeAll(kind);
    const added = of(kind, ['create']).map(({ after }) => columnsFor(kind, after!));
    if (added.length > 0) await insertObjects(tx, kind, added);
  }
  for (const kind of IN_ORDER) if (!hasReferenceAsKey(kind)) await changeAll(kind);
  await removeAll(lastFirst.filter((kind) => REFERRED.includes(kind)));
}

const hasReferenceAsKey = (kind: ObjectKind) => {
  const { key, refersTo } = objectOf(kind);
  return key !== undefined && key.field in refersTo;
};

const changedColumns = ({ kind, id, fields, after }: Difference): Row => ({
  ...keyFor(kind, id),
  ...Object.fromEntries(fields.map(({ field, to }) => [field, to])),
  version: after!.version,
});

const keyFor = (kind: ObjectKind, id: number): Row => (kind === 'company' ? { only_row: true } : { id });

function columnsFor(kind: ObjectKind, row: StoredRow): Row {
  const { id, ...columns } = row;
  return kind === 'company' && id === COMPANY_ID ? columns : row;
}

/** Two objects may exchange their names, so each name that changes is free before one is given. */
async function freeKeys(tx: Tx, kind: ObjectKind, changed: readonly Difference[]): Promise<void> {
  const column = columnOf(kind, objectOf(kind).key?.field ?? '');
  if (!column || !isTextColumn(kind, column)) return;
  const isFreed = ({ op, fields }: Difference) =>
    op === 'remove' ? REFERRED.includes(kind) : fields.some(({ field }) => field === column);
  const renamed = changed.filter(isFreed);
  const inBetween = renamed.map(({ id }) => ({ id, [column]: `\u0001${id}` }));
  if (inBetween.length > 0) await updateObjects(tx, kind, inBetween);
}

/** Ids of the versions of long texts, by owner, column and hash. */
export type TextIds = (of: Pick<Difference, 'kind' | 'id'>, column: string, html: unknown) => number | null;

const htmlOf = (kind: ObjectKind) => fieldsOfFormat(objectOf(kind), 'html');

/** Keeps each long text that goes or comes as a version of its own (SE3.6). */
export async function keepTexts(
  tx: Tx,
  differences: readonly Difference[],
  { now, made_by_id }: { now: Date; made_by_id: number | null },
): Promise<TextIds> {
  const changed = differences.flatMap(({ kind, id, before, after }) =>
    htmlOf(kind)
      .filter((field) => before?.[field] !== after?.[field])
      .map((field) => ({ kind, id, field, was: before?.[field], is: after?.[field] })),
  );
  await endDrafts(
    tx,
    changed.map(({ kind, id, field, is }) => ({
      kind,
      row_id: id,
      field,
      html: (is as string | null) ?? null,
    })),
  );
  const ids = new Map<string, number>();
  const nameOf = (kind: string, id: number, field: string, hash: string) => `${kind}:${id}:${field}:${hash}`;
  for (const known of await listTextVersions(tx, changed))
    ids.set(nameOf(known.kind, known.row_id, known.field, known.hash), known.id);
  const wanted = changed.flatMap(({ kind, id, field, was, is }) =>
    [
      { html: was, made_by_id: null },
      { html: is, made_by_id },
    ].flatMap(({ html, ...by }) => {
      if (typeof html !== 'string') return [];
      const version = { kind, row_id: id, field, html, hash: textHash(html), made_at: now, ...by };
      return [{ name: nameOf(kind, id, field, version.hash), version }];
    }),
  );
  const added = [
    ...new Map(wanted.filter(({ name }) => !ids.has(name)).map((one) => [one.name, one])).values(),
  ];
  const made = await insertTextVersions(
    tx,
    added.map(({ version }) => version),
  );
  for (const [at, { name }] of added.entries()) ids.set(name, made[at]!);
  return ({ kind, id }, column, html) =>
    typeof html === 'string' ? (ids.get(nameOf(kind, id, column, textHash(html))) ?? null) : null;
}

/** A row of the change set: columns before and after, long texts by the id of their version. */
export function changeRowOf({ kind, id, op, before, after, fields }: Difference, textIds: TextIds) {
  const html = htmlOf(kind);
  const told = (name: string, value: unknown) =>
    html.includes(name) ? textIds({ kind, id }, name, value) : (value ?? null);
  const whole = (row: StoredRow) =>
    Object.fromEntries(Object.entries(withoutId(row)).map(([name, value]) => [name, told(name, value)]));
  const side = (of: 'from' | 'to') =>
    Object.fromEntries(fields.map((changed) => [changed.field, told(changed.field, changed[of])]));
  return {
    kind,
    row_id: id,
    op,
    before: op === 'create' ? null : op === 'remove' ? whole(before!) : side('from'),
    after: op === 'remove' ? null : op === 'create' ? whole(after!) : side('to'),
    version_after: after ? versionOf(after) : null,
  };
}
