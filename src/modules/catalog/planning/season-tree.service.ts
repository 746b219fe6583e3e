import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { fieldsOf } from '#modules/catalog/changes/object-fields.service.ts';
import {
  getRow,
  nameOf,
  parentOf,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { SeasonNode } from './season-node.ts';

/** The season with its schools, programs and all below, but the secrets of families (SE9.2). */
export const seasonTree = (objects: WorkingObjects, period_id: number): SeasonNode =>
  nodeOf(objects, { kind: 'period', row: getRow(objects, 'period', period_id) }, SEASON_ITSELF);

type Around = Pick<SeasonNode, 'names' | 'school_id' | 'around'>;

const SEASON_ITSELF: Around = { names: [], school_id: null, around: [] };

function nodeOf(
  objects: WorkingObjects,
  { kind, row }: { kind: ObjectKind; row: StoredRow },
  around: Around,
): SeasonNode {
  const ref = `${kind}:${row.id}`;
  const own = { ...around, ...(kind !== 'period' && ownPlace(objects, { kind, row }, around)) };
  const inside = { ...own, around: [ref, ...own.around] };
  const kinds = Object.values(objectOf(kind).lists).filter(({ secret }) => !secret);
  const below = kinds.flatMap((object) => {
    const of = object.kind as ObjectKind;
    return siblingsOf(objects, of, row.id).map((child) => nodeOf(objects, { kind: of, row: child }, inside));
  });
  return {
    kind,
    id: row.id,
    version: Number(row.version),
    ref,
    fields: fieldsOf(objects, kind, row),
    ...own,
    below,
  };
}

function ownPlace(
  objects: WorkingObjects,
  { kind, row }: { kind: ObjectKind; row: StoredRow },
  { names, school_id }: Around,
): Pick<SeasonNode, 'names' | 'school_id'> {
  if (kind === 'period_group') {
    const school = getRow(objects, 'program_group', Number(row.program_group_id));
    return { names: [String(school.text)], school_id: school.id };
  }
  if (kind === 'period_program') {
    const program = getRow(objects, 'program', Number(row.program_id));
    const school = parentOf(objects, 'program', program)!.row;
    return { names: [String(school.text), String(program.text)], school_id: school.id };
  }
  // The natural key of a term is a code of the season file; people know the term by the name.
  const name = kind === 'payment_term' ? String(row.name) : nameOf(objects, kind, row);
  return { names: [...names, name], school_id };
}
