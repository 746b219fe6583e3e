import {
  getRow,
  nameOf,
  parentOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { Subject } from './effect.ts';

/** An object in a sentence, as `Horace Mann · Round trip`. */
export function placeOf(objects: WorkingObjects, kind: ObjectKind, row: StoredRow): string {
  const schoolOf = (id: unknown) => textOf(getRow(objects, 'program_group', id as number));
  if (kind === 'program') return `${schoolOf(row.program_group_id)} · ${textOf(row)}`;
  if (kind === 'period_program') {
    return placeOf(objects, 'program', getRow(objects, 'program', row.program_id as number));
  }
  if (kind === 'period_group') return schoolOf(row.program_group_id);
  if (kind === 'printable' || kind === 'grade') {
    const above = parentOf(objects, kind, row)!;
    return `${placeOf(objects, above.kind, above.row)} · ${textOf(row)}`;
  }
  if (kind === 'news_item') return String(row.title);
  if (kind !== 'route') return textOf(row);
  const program = getRow(objects, 'program', parentOf(objects, kind, row)!.row.program_id as number);
  return `${schoolOf(program.program_group_id)} · ${textOf(row)}`;
}

const textOf = ({ text, name, key }: StoredRow) => String(text ?? name ?? key);

/** True if the object belongs to a season that families do not see, or that is over. */
export function isUnseen(objects: WorkingObjects, kind: ObjectKind, row: StoredRow, today: string): boolean {
  if (kind === 'period') return row.published_at === null || String(row.ends_on) < today;
  const parent = parentOf(objects, kind, row);
  return parent !== undefined && isUnseen(objects, parent.kind, parent.row, today);
}

/** An object as a link finds it: of an added object, the nearest object above that is stored. */
export function subjectOf(objects: WorkingObjects, kind: ObjectKind, id: number): Subject {
  const stored = objects.stored.get(kind)!.get(id);
  const row = objects.now.get(kind)!.get(id) ?? stored!;
  const parent = stored ? undefined : parentOf(objects, kind, row);
  if (parent) return subjectOf(objects, parent.kind, parent.row.id);
  return { kind, id, name: nameOf(objects, kind, row) };
}
