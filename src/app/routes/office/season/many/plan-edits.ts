import type { Preview, SentChange } from '#modules/catalog/changes/changes.contract.ts';
import type { ManyAnswer } from '#modules/catalog/planning/many.contract.ts';
import { formFieldsOf, toWire, type Typed } from '#app/routes/office/season/objects/typed-fields.ts';

export type PlanRow = ManyAnswer['rows'][number];

export type PlanEdits = {
  /** by `rowKey` */
  typed: Readonly<Record<string, Typed>>;
  /** the chosen objects that are taken out */
  out: ReadonlySet<number>;
};

export const NO_EDITS: PlanEdits = { typed: {}, out: new Set() };

export const rowKey = ({ change, field }: Pick<PlanRow, 'change' | 'field'>): string => `${change}.${field}`;

export type EditedPlan = {
  changes: SentChange[];
  /** the place in the plan of each change */
  places: number[];
};

/** The changes to save: with typed values, without the objects that are taken out and what stays as it is. */
export function editedPlan({ changes, rows }: ManyAnswer, { typed, out }: PlanEdits): EditedPlan {
  const edited: EditedPlan = { changes: [], places: [] };
  const rowsOf: PlanRow[][] = changes.map(() => []);
  for (const row of rows) rowsOf[row.change]!.push(row);
  for (const [place, change] of changes.entries()) {
    const own = rowsOf[place]!;
    if (own.some(({ id }) => out.has(id))) continue;
    const changed = withTyped(change, own, typed);
    if (!changed) continue;
    edited.changes.push(changed);
    edited.places.push(place);
  }
  return edited;
}

function withTyped(
  change: SentChange,
  rows: readonly PlanRow[],
  typed: PlanEdits['typed'],
): SentChange | undefined {
  if (change.op !== 'create' && change.op !== 'update') return change;
  const fields = { ...change.fields };
  for (const row of rows) {
    const value = typed[rowKey(row)];
    if (value === undefined) continue;
    const wire = savedValue(row, value);
    if (change.op === 'update' && wire === row.old) delete fields[row.field];
    else fields[row.field] = wire;
  }
  return Object.keys(fields).length === 0 ? undefined : { ...change, fields };
}

function savedValue({ kind, field: name }: PlanRow, value: Typed): unknown {
  const field = formFieldsOf(kind).find((one) => one.name === name)!;
  return toWire(field, value);
}

/** The sentences of broken rules by `rowKey`; those of a whole object stand at its first value. */
export function problemsByRow(
  problems: Preview['problems'],
  { rows }: ManyAnswer,
  places: readonly number[],
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { change: at, field, sentence } of problems) {
    const change = places[at]!;
    const own = rows.filter((row) => row.change === change);
    const name = field?.split('.')[0];
    const row = own.find((one) => one.field === name) ?? own[0];
    if (row) (found[rowKey(row)] ??= []).push(sentence);
  }
  return found;
}
